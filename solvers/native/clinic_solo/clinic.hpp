// What the tiles of a clinic determine (2.3, 5.5–5.7), kept up to date with every tile: clinic_solo/clinic.py.
#pragma once

#include "clinic_solo/sets.hpp"
#include "clinic_solo/state.hpp"
#include "clinic_solo/tables.hpp"

namespace clinic::solo {

struct Clinic {
    Set tiles[TILE_KINDS];  // the spaces of each tile, the empty ones included
    Set kinds[KINDS];       // the spaces of each kind of module
    Set modules;
    Set buildings[MOST_BUILDINGS];  // 2.3: the modules of each
    int number_of_buildings;
    // Borders, as parking spots: which touch a module, which an empty ground space, which lie between two of those
    Set at_module;
    Set at_empty;
    Set between_empty;

    Set hubs() const { return kinds[HUB_KIND]; }
};

// The clinic of a board without tiles.
Clinic empty_clinic(const Tables& t);

// A tile comes into an empty space, or a parking tile is upgraded.
void put_tile(const Tables& t, Clinic& clinic, int tile, int space);

// The clinic of a grid.
Clinic clinic_of(const Tables& t, const i8* grid);

// 5.5, 5.7: the row that a treatment or operating room works for, NOT_THERE when it does not.
int service_at(const Tables& t, const State& s, const Clinic& clinic, int space);

// 9.2.
inline int gardens_beside(const Tables& t, const Clinic& clinic, int space) {
    return count(t.neighbours[space] & clinic.tiles[GARDEN]);
}

// 9.2, 14B4: what every patient treated in a treatment room brings beside the price of the colour.
inline int extra_pay(const Tables& t, const State& s, const Clinic& clinic, int space) {
    return t.garden_pay * gardens_beside(t, clinic, space) +
           t.extinguisher_pay * count(t.neighbours[space] & s.extinguishers);
}

}  // namespace clinic::solo
