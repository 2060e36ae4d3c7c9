#include "dice_hospital/resources.hpp"

namespace clinic::dice {

Resources::Resources(const Team& team) {
    for (const Department& d : team.departments) {
        const bool recolours = d.treatment == Treatment::RECOLOUR, flips = d.treatment == Treatment::FLIP;
        all.push_back({d.patients, recolours ? 0 : d.steps, d.colour, d.values, flips, false});
        all.back().rolls = d.treatment == Treatment::REROLL;
        free_colours |= recolours;
    }
    for (const Worker& w : team.workers) {
        Resource resource{0, w.steps, ANY, ~0u, false, false};
        switch (w.ability) {
            case Ability::EXTRA: resource.treatments = 1, resource.colour = w.colour, resource.follows = true; break;
            case Ability::OTHER: resource.treatments = w.patients, resource.colour = w.target, resource.values = w.values; break;
            case Ability::SAME_VALUE: resource.treatments = 1; break;
            case Ability::UP_AND_DOWN: resource.treatments = 2, resource.steps = 1, resource.down = true; break;
            case Ability::REROLL_OTHER: resource.treatments = w.patients, resource.rolls = true; break;
            case Ability::RECOLOUR_ONE: resource.treatments = 1, resource.steps = 0, free_colours = true; break;
            default: break;
        }
        all.push_back(resource);
    }
    all.push_back({1, 1, ANY, ~0u, false, false});
}

}  // namespace clinic::dice
