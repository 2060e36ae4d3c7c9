#include "clinic_solo/clinic.hpp"

#include <initializer_list>

namespace clinic::solo {

Clinic empty_clinic(const Tables& t) {
    Clinic clinic{};
    clinic.tiles[EMPTY] = first_ones(t.size);
    for (int space = 0; space < t.ground; ++space) {
        clinic.between_empty |= clinic.at_empty & t.borders_of[space];
        clinic.at_empty |= t.borders_of[space];
    }
    return clinic;
}

// 2.3: a module belongs to the building it touches; by 5.2e there is at most one.
static void join_building(const Tables& t, Clinic& clinic, int space) {
    Set building = only(space);
    int kept = 0;
    for (int k = 0; k < clinic.number_of_buildings; ++k) {
        if (clinic.buildings[k] & t.neighbours[space])
            building |= clinic.buildings[k];
        else
            clinic.buildings[kept++] = clinic.buildings[k];
    }
    assert(kept < MOST_BUILDINGS);
    clinic.buildings[kept++] = building;
    clinic.number_of_buildings = kept;
}

void put_tile(const Tables& t, Clinic& clinic, int tile, int space) {
    const bool was_empty = has(clinic.tiles[EMPTY], space);
    for (int there : {EMPTY, PARKING}) clinic.tiles[there] &= ~only(space);
    clinic.tiles[tile] |= only(space);
    const Set borders = space < t.ground ? t.borders_of[space] : 0;
    if (was_empty) {
        clinic.at_empty &= ~borders | clinic.between_empty;
        clinic.between_empty &= ~borders;
    }
    if (is_module(tile)) {
        clinic.modules |= only(space);
        clinic.kinds[t.kind[tile]] |= only(space);
        clinic.at_module |= borders;
        join_building(t, clinic, space);
    }
}

Clinic clinic_of(const Tables& t, const i8* grid) {
    Clinic clinic = empty_clinic(t);
    for (int space = 0; space < t.size; ++space)
        if (grid[space] != EMPTY) put_tile(t, clinic, grid[space], space);
    return clinic;
}

int service_at(const Tables& t, const State& s, const Clinic& clinic, int space) {
    // A building has at most one hub on a floor (5.4)
    const Set hub = t.beside[space] & clinic.hubs();
    if (!hub) return NOT_THERE;
    const bool supplied = s.grid[space] == TREATMENT && (t.neighbours[space] & clinic.kinds[SUPPLY_KIND]);
    return supplied || s.grid[space] == OPERATING ? t.row_of_hub[s.grid[first_of(hub)]] : NOT_THERE;
}

}  // namespace clinic::solo
