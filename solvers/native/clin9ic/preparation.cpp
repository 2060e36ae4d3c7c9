// Tables of a deal that take long to compute: least times of newcomers, and the dice that counts of people need.
#include <algorithm>
#include <vector>

#include "clin9ic/lagrangian.hpp"

namespace clinic::clin9ic {

namespace {

// The clinics of a deal, as kernel/tables.py describes them.
struct Buildings {
    View<i32, 1> config, cubes;  // by shape
    View<i32, 2> cube_at;
    View<i32, 2> arrival;   // [config, module]: without cubes, the time to each module, FAR where no way leads
    View<i32, 3> distance;  // [config, module, module]
    View<i32, 2> helipad, letters, floor_of;  // [config, module]
    View<i32, 2> hosts;                       // [kind, letter]
    i64 outpatient;                           // the letter of that module
    i64 helipad_time;
};

// 4.9: the least time to each module of a shape. A ride takes nothing, so a shortest way uses it at most once: by the
// arrival's way or a helipad to one cube, and on from the other.
void times_to_modules(const Buildings& b, i64 shape, std::vector<i32>& times) {
    const i64 n = b.config(shape), many = b.arrival.shape[1];
    times.assign(b.arrival.at(n), b.arrival.at(n) + many);
    for (i32 a = 0; a < b.cubes(shape); ++a) {
        const i64 cube = b.cube_at(shape, a);
        i32 enter = b.arrival(n, cube);
        if (b.helipad(n, cube)) enter = std::min(enter, static_cast<i32>(b.helipad_time));
        for (i64 i = 0; i < many; ++i) {
            i32& time = times[static_cast<std::size_t>(i)];
            time = std::min(time, enter + b.distance(n, cube, i));
            if (b.cubes(shape) == 2) time = std::min(time, enter + b.distance(n, b.cube_at(shape, 1 - a), i));
        }
    }
}

using Openings = std::vector<std::vector<i32>>;  // by floor, the times to their openings, cheapest first

Openings openings_of(const Buildings& b, i64 config, int kind, bool used, const std::vector<i32>& times, i64 floors) {
    Openings found(static_cast<std::size_t>(floors));
    for (std::size_t i = 0; i < times.size(); ++i) {
        const i32 letter = b.letters(config, i);
        if (letter < 0 || (letter == b.outpatient && !used)) continue;
        std::vector<i32>& floor = found[static_cast<std::size_t>(b.floor_of(config, i))];
        floor.insert(floor.end(), static_cast<std::size_t>(b.hosts(kind, letter)), times[i]);
    }
    for (auto& floor : found) std::sort(floor.begin(), floor.end());
    return found;
}

// The time that newcomers need together, those present standing wherever they do not; -1 where there is no room.
i32 time_for(const Openings& openings, i64 present, i64 newcomers) {
    i32 total = 0;
    for (const auto& floor : openings) {
        const i64 size = static_cast<i64>(floor.size()), standing = std::min(present, size);
        const i64 entering = std::min(newcomers, size - standing);
        present -= standing;
        newcomers -= entering;
        for (i64 k = 0; k < entering; ++k) {
            if (floor[static_cast<std::size_t>(k)] >= FAR) return -1;
            total += floor[static_cast<std::size_t>(k)];
        }
    }
    return newcomers == 0 ? total : -1;
}

}  // namespace
}  // namespace clinic::clin9ic

using namespace clinic;
using namespace clinic::clin9ic;

CLINIC_API i64 clin9ic_buildings_size() { return sizeof(Buildings); }

// Rule 4.9 for every shape: fills [shape, outpatient used, kind, present, newcomers]; the longest time of all, which may
// be too long for the table.
CLINIC_API i64 clin9ic_move_times(const Buildings* buildings, const View<i8, 5>* result) {
    i64 floors = 0, longest = 0;
    for (i64 k = 0; k < buildings->floor_of.size(); ++k) floors = std::max<i64>(floors, buildings->floor_of.data[k] + 1);
    std::vector<i32> times;
    for (i64 shape = 0; shape < result->shape[0]; ++shape) {
        times_to_modules(*buildings, shape, times);
        for (int used = 0; used < 2; ++used)
            for (int kind = 0; kind < KINDS; ++kind) {
                const Openings openings =
                    openings_of(*buildings, buildings->config(shape), kind, used != 0, times, floors);
                for (i64 present = 0; present < result->shape[3]; ++present)
                    for (i64 newcomers = 0; newcomers < result->shape[4]; ++newcomers) {
                        const i32 time = time_for(openings, present, newcomers);
                        longest = std::max<i64>(longest, time);
                        (*result)(shape, used, kind, present, newcomers) = static_cast<i8>(time);
                    }
            }
    }
    return longest;
}

// The number of each sorted row of four counts, whatever their order.
CLINIC_API void clin9ic_rank_table(const View<i32, 2>* partitions, const View<i32, 4>* rank) {
    for (i64 number = 0; number < partitions->shape[0]; ++number) {
        i32 counts[COLOURS];
        std::copy(partitions->at(number), partitions->at(number) + COLOURS, counts);
        std::sort(counts, counts + COLOURS);
        do {
            (*rank)(counts[0], counts[1], counts[2], counts[3]) = static_cast<i32>(number);
        } while (std::next_permutation(counts, counts + COLOURS));
    }
}

// 2.2 for all pairs of sorted counts: some die stands in the fullest doctor column, over nothing or a row.
CLINIC_API void clin9ic_least_dice(const View<i32, 2>* partitions, const View<i32, 4>* rank, i64 faces,
                                   const View<i8, 2>* least) {
    const i64 many = partitions->shape[0];
    for (i64 d = 0; d < many; ++d) {
        const i32* doctors = partitions->at(d);
        for (i64 p = 0; p < many; ++p) {
            const i32* patients = partitions->at(p);
            int best = 127;
            if (doctors[0] == 0) {
                best = 0;
                for (int k = 0; k < COLOURS; ++k) best += (patients[k] + static_cast<int>(faces) - 1) / static_cast<int>(faces);
            }
            for (i32 value = 1; value <= std::min<i64>(faces, doctors[0]); ++value) {
                const i32 fewer = (*rank)(doctors[0] - value, doctors[1], doctors[2], doctors[3]);
                best = std::min(best, 1 + (*least)(fewer, p));
                for (int k = 0; k < COLOURS; ++k) {
                    if (patients[k] < value) continue;
                    i32 left[COLOURS] = {patients[0], patients[1], patients[2], patients[3]};
                    left[k] -= value;
                    best = std::min(best, 1 + (*least)(fewer, (*rank)(left[0], left[1], left[2], left[3])));
                }
            }
            (*least)(d, p) = static_cast<i8>(best);
        }
    }
}
