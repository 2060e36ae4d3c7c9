// Whatever heals in an activation, as if it could be had apart: what bounds on activations put prices on.
#pragma once

#include "dice_hospital/rules.hpp"

namespace clinic::dice {

// A department, a worker's own effect or a blood bag: so many treatments, each of them so many steps.
struct Resource {
    int treatments, steps, colour;
    unsigned values;
    bool flips, down;  // v becomes 7 - v; or somebody may also be made a step worse
    bool rolls = false;    // somebody gets any value
    bool follows = false;  // only for somebody whom a department has healed just now
};

// Departments, then workers, both as in the team, and last the blood bags.
struct Resources {
    explicit Resources(const Team& team);

    std::vector<Resource> all;
    bool free_colours = false;  // colours are given without a blood bag, too
};

}  // namespace clinic::dice
