// A plan, read by the rollout slot by slot, as solvers/clinic_solo/kernel/plan_encoding.py declares it.
//
// What is not legal when its turn comes is left out, so every plan can be played.
#pragma once

#include <type_traits>

#include "clinic_solo/codes.hpp"
#include "clinic_solo/sets.hpp"

namespace clinic::solo {

constexpr int NONE = -2, RANDOM = -1;  // nothing; a choice at random, which is written into the plan when it is made
constexpr int WING = -3;               // a hub and a room away from other buildings

// What a component of a Build action is: a Tile, or one of these.
constexpr int ENTRANCES = 24, UPGRADES = 25, EXTINGUISHER = 26, CONVEYOR = 27;
static_assert(TILE_KINDS <= ENTRANCES);
constexpr int PLACES = 64;
constexpr int CONVEYORS = CONVEYOR * PLACES;

// A component as one number: what * PLACES + where; from CONVEYORS on two stops. It is also the seed of the noise by
// which it finds another place, so that a plan played again does the same again.
struct Component {
    i16 code;

    bool is_one() const { return code >= 0; }
    bool is_conveyor() const { return code >= CONVEYORS; }
    int what() const { return is_conveyor() ? CONVEYOR : code / PLACES; }
    int where() const { return code % PLACES; }
    int one_stop() const { return (code - CONVEYORS) / PLACES; }
    int other_stop() const { return (code - CONVEYORS) % PLACES; }
    bool operator==(const Component&) const = default;
};

constexpr Component NO_COMPONENT{NONE};

inline Component component(int what, int where) { return {static_cast<i16>(what * PLACES + where)}; }
inline Component conveyor(int one, int other) { return {static_cast<i16>(CONVEYORS + one * PLACES + other)}; }

constexpr int MOST_COMPONENTS = 2, MOST_WISHES = 8;
constexpr int LOOSE = 32;  // added to a wish that takes a patient of another colour where there is none of its own

struct SetUp {
    i16 bonus;
    i16 entrance;
    i16 treatment;
    i16 supply;
    i16 supply_first;
    i16 bonus_place;
};

struct Construction {
    Component component;
    i16 supply_at;  // where the supply room goes that comes with a treatment room (5.5)
};

// What would be done in an action slot with each kind of action.
struct Slot {
    i16 action;
    Construction constructions[MOST_COMPONENTS];
    i8 hire_doctor;  // a bit for each space of the university (15.3)
    i8 hire_helper;  // 1 a nurse, 2 an orderly
    i8 wishes[MOST_WISHES];  // patients to admit: service * COLOURS + colour
};

// What steers Move and care of a round.
constexpr int ANY_DOCTOR = COLOURS;
struct Steering {
    i32 hold[COLOURS];  // dollars for which a patient of a colour is rather kept waiting
    i16 noise_seed;
    i16 staff_seed;  // of the noise by which orderlies are sent where rooms need them (15.6)
    i8 lab_colour;   // of the doctor who goes to the lab, ANY_DOCTOR, or -1 for nobody
    i8 nurse_value;  // of a nurse elsewhere
    i8 donor;        // who lies down to give blood: a Person, or -1 for nobody (14A)
    i8 blood_kept;   // dollars for which blood is rather kept
    i8 left_alone;   // rooms where patients are to become zombies (14D)
    i8 cure;         // whether a zombie goes to a doctor in the lab
    i8 unused[2];    // so that two plans can be compared byte by byte
};

struct Plan {
    Steering steering[MOST_ROUNDS];
    SetUp set_up;
    Slot slots[MOST_SLOTS];
};

static_assert(std::has_unique_object_representations_v<Plan>);

}  // namespace clinic::solo
