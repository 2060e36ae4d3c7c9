#include "clinic_solo/admit.hpp"

#include <algorithm>
#include <cstdlib>

#include "clinic_solo/parking.hpp"

namespace clinic::solo {

int queue_points(const Play& play) {
    const Tables& t = play.t;
    return t.queue_base + t.queue_entrance * std::popcount(play.s.entrances) +
           t.queue_helipad * count(play.clinic.tiles[HELIPAD]);
}

bool may_admit(const Play& play, int service) {
    const Tables& t = play.t;
    if (held(play.s.waiting[service]) >= t.pre_admissions || !has_free_place(play)) return false;  // 7.4
    return !t.admit_needs_hub || play.clinic.tiles[t.hub_of[service]];                             // 7.5
}

// 7.3: the last position there is on the way from row to row: in a shorter row a patient goes to its end.
static int longest_between(const State& s, int row, int service) {
    int longest = MOST_COLUMNS;
    for (const int step = service > row ? 1 : -1; row != service;) {
        row += step;
        longest = std::min<int>(longest, s.row_length[row]);
    }
    return longest;
}

Waiting nearest(const Play& play, int service, int colour, int points, bool loose) {
    constexpr int BY_COLOUR = 1000, TOO_MUCH = 1'000'000;
    const Tables& t = play.t;
    Waiting best{-1, -1, points + 1};
    int least = TOO_MUCH;
    const int reach = t.edition_2014 ? 1 : t.services;  // 15.9: one shift
    const int last = std::min(t.services - 1, service + reach);
    for (int row = std::max(0, service - reach); row <= last; ++row) {
        const int steps = std::abs(service - row), length = play.s.row_length[row];
        const int cheapest = steps * t.move_cost + t.admit_cost;
        if (cheapest > points || cheapest >= least) continue;
        const i8* const colours = play.s.rows[row];
        int position = 0;
        while (position < length && colours[position] != colour && !loose) ++position;
        if (position == length) continue;
        const int longest = longest_between(play.s, row, service);
        for (; position < length; ++position) {
            const int away = std::abs(colours[position] - colour);
            const int cost = cheapest + std::min(position, longest) * t.move_cost, key = BY_COLOUR * away + cost;
            if (cost <= points && key < least) {
                best = {row, position, cost};
                least = key;
            }
            if (!away) break;  // those behind cost no less
        }
    }
    return best;
}

// 7.2: who stands behind moves up.
static void remove_from_row(State& s, int row, int position) {
    --s.row_length[row];
    for (int k = position; k < s.row_length[row]; ++k) s.rows[row][k] = s.rows[row][k + 1];
    s.rows[row][s.row_length[row]] = 0;
}

static void add_to_row(State& s, int row, int colour) {
    assert(s.row_length[row] < MOST_COLUMNS);
    s.rows[row][s.row_length[row]++] = static_cast<i8>(colour);
}

// 7.3: to the next row; into an occupied space a swap, into an empty one to the end there. The new position.
static int move_to_row(State& s, int row, int position, int other) {
    if (position < s.row_length[other]) {
        std::swap(s.rows[row][position], s.rows[other][position]);
        return position;
    }
    const int colour = s.rows[row][position];
    remove_from_row(s, row, position);
    add_to_row(s, other, colour);
    return s.row_length[other] - 1;
}

void fetch_and_admit(Play& play, const Waiting& patient, int service) {
    State& s = play.s;
    auto [row, position, cost] = patient;
    while (row != service) {
        const int other = row + (service > row ? 1 : -1);
        play.log.record(E_QUEUE, row, position + 1, other > row ? DOWN : UP);
        position = move_to_row(s, row, position, other);
        row = other;
    }
    for (; position > 0; --position) {
        // Two of a colour trade places without a move: it would be refused. In 2014 it matters who moves (15.9)
        if (play.t.edition_2014 || s.rows[row][position] != s.rows[row][position - 1])
            play.log.record(E_QUEUE, row, position + 1, RIGHT);
        std::swap(s.rows[row][position], s.rows[row][position - 1]);
    }
    ++s.waiting[service][s.rows[service][0]];
    remove_from_row(s, service, 0);
    play.log.record(E_ADMIT, service);
    park(play);
}

bool draw_patients(Play& play, int point) {
    const Tables& t = play.t;
    for (int row = 0; row < t.services; ++row) {
        const int left = held(play.s.bag);
        if (left == 0 || play.s.row_length[row] >= t.columns) continue;
        const int colour = draw(play.s.bag, t.patient_draw[point][row], t.patient_index[point][row][left]);
        if (colour == NOBODY) return false;
        add_to_row(play.s, row, colour);
    }
    return true;
}

}  // namespace clinic::solo
