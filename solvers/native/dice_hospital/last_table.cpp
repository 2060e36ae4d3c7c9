// Last activations of one team that begin with different patients: what can be had at least, and at most.
#include <cmath>

#include "dice_hospital/last_bound.hpp"

using namespace clinic;
using namespace clinic::dice;

// What ends of a beam of a width are worth, start by start.
CLINIC_API void dice_last_values(const Team* team, const View<u8, 2>* starts, const EndValues* end_values, i64 width,
                                 const View<i64, 1>* values) {
    for (i64 k = 0; k < starts->shape[0]; ++k) {
        Hospital h;
        std::memcpy(&h, starts->at(k), sizeof h);
        const Found found = Activation(*team, h).best(*end_values, static_cast<std::size_t>(width), 0, 0.0);
        (*values)(k) = std::llround(found.value);
    }
}

// What no end is worth more than, start by start, by prices that are chosen for one start in `spacing` and tried for all.
CLINIC_API void dice_last_bounds(const Team* team, const View<u8, 2>* starts, const EndValues* end_values,
                                 const View<i64, 1>* values, i64 spacing, i64 turns, const View<i64, 1>* bounds) {
    const LastEndValues last(*end_values);
    Hospital h;
    std::memcpy(&h, starts->at(0), sizeof h);
    LastBound bound(*team, last, h);
    const auto all = [&](i64 k, i64 many) {
        std::memcpy(&h, starts->at(k), sizeof h);
        return bound.of_start(h, (*values)(k) + 1, static_cast<int>(many));
    };
    for (i64 k = 0; k < starts->shape[0]; k += spacing) all(k, turns);
    for (i64 k = 0; k < starts->shape[0]; ++k) (*bounds)(k) = all(k, 0);
}
