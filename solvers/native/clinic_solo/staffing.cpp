// 15.6: in the 2014 edition a room works only if an orderly is in a supply room beside it.
#include <algorithm>
#include <limits>

#include "clinic_solo/chooser.hpp"
#include "clinic_solo/noise.hpp"

namespace clinic::solo {
namespace {

constexpr double MOST_WHIM = 24.0;  // dollars

// Who waits, as long as no room is counted on for them.
using Queues = i8[MOST_SERVICES][COLOURS];

// What patients of a room may pay: of those who lie there, and of the best paying ones who wait for its free beds.
int prospects(const Play& play, int room, int service, Queues& waiting) {
    const Tables& t = play.t;
    const State& s = play.s;
    int beds = t.capacity[TREATMENT][PATIENT], dollars = 0, patients = 0;
    for (int k = 0; k < s.patients; ++k) {
        if (s.patient[k].at != room) continue;
        --beds;
        ++patients;
        dollars += t.pay[s.patient[k].colour];
    }
    for (int colour = RED; colour >= WHITE; --colour) {
        const int coming = std::min<int>(std::max(0, beds), waiting[service][colour]);
        waiting[service][colour] = static_cast<i8>(waiting[service][colour] - coming);
        beds -= coming;
        patients += coming;
        dollars += coming * t.pay[colour];
    }
    return dollars + patients * extra_pay(t, s, play.clinic, room);
}

// The same for all the rooms beside a supply room that are still without an orderly.
int prospects_beside(const Play& play, int office, Set staffed, Queues& waiting) {
    int dollars = 0;
    for (int room : Members(play.t.neighbours[office] & play.clinic.tiles[TREATMENT] & ~staffed)) {
        const int service = service_at(play.t, play.s, play.clinic, room);
        if (service != NOT_THERE) dollars += prospects(play, room, service, waiting);
    }
    return dollars;
}

}  // namespace

// One after the other, orderlies go where most is to be earned for the way.
template <>
void Chooser<WithRulesets>::staff_offices() {
    orders.staffed = 0;
    Set idle = first_ones(s.orderlies), empty = play.clinic.tiles[SUPPLY] & ~s.zombies;
    if (orders.donor.who == ORDERLY) idle &= ~only(orders.donor.number);
    Distances distances[MOST_STAFF];
    Origin from[MOST_STAFF];
    for (int k : Members(idle)) {
        from[k] = origins.of(s.orderly_at[k]);
        distances[k] = distances_from(play, from[k].spaces);
    }
    Queues waiting;
    std::copy_n(s.waiting[0], MOST_SERVICES * COLOURS, waiting[0]);
    while (idle && empty) {
        double most = 0.0;
        int chosen = NOWHERE, orderly = NOWHERE;
        for (int office : Members(empty)) {
            Queues left;
            std::copy_n(waiting[0], MOST_SERVICES * COLOURS, left[0]);
            const int dollars = prospects_beside(play, office, orders.staffed, left);
            if (!dollars) continue;
            int least = std::numeric_limits<int>::max(), nearest = NOWHERE;
            for (int k : Members(idle)) {
                const bool is_there = s.orderly_at[k] == office;
                const int time = is_there ? -1 : from[k].time + t.adjacent * distances[k].to(only(office));
                if (time < least) least = time, nearest = k;
            }
            if (least >= UNREACHABLE) continue;
            double value = dollars - least;
            if (steering.staff_seed) value += noise(MOST_WHIM, static_cast<u32>(steering.staff_seed) * 7919u +
                                                                   static_cast<u32>(office) * 104729u);
            if (value > most) most = value, chosen = office, orderly = nearest;
        }
        if (chosen == NOWHERE) return;
        prospects_beside(play, chosen, orders.staffed, waiting);
        orders.office[orderly] = static_cast<i8>(chosen);
        orders.staffed |= t.neighbours[chosen];
        idle &= ~only(orderly);
        empty &= ~only(chosen);
    }
}

}  // namespace clinic::solo
