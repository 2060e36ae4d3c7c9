#include "clin9ic/actions.hpp"

#include "clin9ic/rules.hpp"

namespace clinic::clin9ic {

// 4.4: the components that may come next: codes of those on the track, then a cube for each module, or a pair of them.
int components(const World& world, const Position& p) {
    const int modules = world.config(p).modules;
    return CUBES + (world.shape(p).cubes < world.rules.most_cubes ? modules : modules * (modules - 1) / 2);
}

namespace {

// 4.4: another shape; gardens and pillars follow what is printed.
void reshape(const World& world, Position& p, int after) {
    const Config& old = world.config(p);
    p.add(of::shape, after - p[of::shape]);
    const Config& now = world.config(p);
    const int gardens = p[of::gardens], pillars = p[of::pillars];
    const int grown = gardens + now.printed_gardens - old.printed_gardens;
    const int risen = pillars + now.printed_pillars - old.printed_pillars;
    p.add(of::gardens, std::clamp(grown, 0, world.rules.most_gardens) - gardens);
    p.add(of::pillars, std::clamp(risen, 0, world.rules.most_pillars) - pillars);
}

// 4.4: a new floor on top.
bool build_floor(const World& world, Position& p) {
    const int after = world.shape(p).after_floor;
    if (after < 0 || purse(world, p) < world.rules.floor_price) return false;
    reshape(world, p, after);
    if (p[of::entrances] < world.rules.most_entrances) p.add(of::entrances, 1);
    pay(world, p, world.rules.floor_price);
    return true;
}

// 4.4, 1.4: a floor turned to side B; for Floor-1 with the parking lots that are missing then.
bool upgrade(const World& world, Position& p, int floor) {
    const Rules& rules = world.rules;
    const int after = world.shape(p).after_upgrade[floor], have = purse(world, p);
    int price = rules.upgrade_price;
    if (after < 0 || have < price) return false;
    reshape(world, p, after);
    if (floor == 0) {
        if (!rules.lots_kept) p.add(of::lots, -p[of::lots]);
        const int missing = cars_of(p) - parking_of(world, p);
        const int lots = missing > 0 ? (missing + rules.lot_spaces - 1) / rules.lot_spaces : 0;
        price += rules.lot_price * lots;
        if (have < price || p[of::lots] + lots > MOST_LOTS) return false;
        p.add(of::lots, lots);
    }
    pay(world, p, price);
    return true;
}

// 4.4: a conveyor cube, or both moved.
bool place_cubes(const World& world, Position& p, int place) {
    const Rules& rules = world.rules;
    const Shape& shape = world.shape(p);
    const Config& config = world.config(p);
    const int have = purse(world, p), now = p[of::shape];
    int after = config.first_shape + 1 + place, price = rules.cube_price;
    if (shape.cubes == rules.most_cubes) {
        after += config.modules;
        price = rules.cubes_price;
        if (after == now) return false;
    } else if (shape.cubes == 1) {
        after = world.pair_shape(shape.config, shape.cube_at[0], place);
        if (after < 0) return false;
    }
    if (have < price) return false;
    p.add(of::shape, after - now);
    pay(world, p, price);
    return true;
}

// 4.4: one more of what a die counts.
template <int Word, int Shift, int Bits>
bool build_simple(const World& world, Position& p, Field<Word, Shift, Bits> what, int price, int most) {
    if (p[what] >= most || purse(world, p) < price) return false;
    p.add(what, 1);
    pay(world, p, price);
    return true;
}

}  // namespace

// 4.4: one component, if it is to be had and paid.
bool build_component(const World& world, Position& p, int code) {
    const Rules& rules = world.rules;
    switch (code) {
        case ENTRANCE: return build_simple(world, p, of::entrances, rules.entrance_price, rules.most_entrances);
        case PARKING: return build_simple(world, p, of::lots, rules.lot_price, MOST_LOTS);
        case GARDEN: return build_simple(world, p, of::gardens, rules.garden_price, rules.most_gardens);
        case PILLAR: return build_simple(world, p, of::pillars, rules.pillar_price, rules.most_pillars);
        case FLOOR: return build_floor(world, p);
        default: return code < CUBES ? upgrade(world, p, code - UPGRADE) : place_cubes(world, p, code - CUBES);
    }
}

// 4.4. Unless the play is full, pillars are left out where popularity does not count: they do nothing but score (7.1).
void Actor::build(const Position& p, i32 source, const Play& play, PositionSet& to) const {
    to.insert(p, source);
    const bool pillars = play.full || world_.rules.counts_popularity;
    const int many = play.cubes ? components(world_, p) : static_cast<int>(CUBES);
    for (int one = 0; one < many; ++one) {
        if (one == PILLAR && !pillars) continue;
        Position first = p;
        if (!build_component(world_, first, one)) continue;
        to.insert(first, source);
        // Simple components commute with each other, so the later code comes second.
        const int all = play.cubes ? components(world_, first) : static_cast<int>(CUBES);
        for (int two = one < FLOOR ? one : 0; two < all; ++two) {
            if (two == PILLAR && !pillars) continue;
            Position second = first;
            if (build_component(world_, second, two)) to.insert(second, source);
        }
    }
}

// 4.5: one newcomer, if there is money, a parking space, room (4.7) and dice (2.2).
bool Actor::hire_one(Position& p, const Position& before, int staff, int colour, int price) const {
    if (purse(world_, p) < price || cars_of(p) >= parking_of(world_, p)) return false;
    const int shape = p[of::shape];
    const bool used = p[of::outpatient] == USED;
    if (staff == BOX_DOCTOR) {
        const int present = total_of(before.doctors()), doctors = total_of(p.doctors()) + 1;
        if (doctors > world_.capacity || world_.move_time(shape, used, DOCTOR, present, doctors - present) < 0)
            return false;
        p.add(of::doctors, static_cast<int>(one_of(colour)));
        if (!world_.trackable(p)) return false;
    } else if (staff == BOX_NURSE) {
        const int present = before[of::nurses], nurses = p[of::nurses] + 1;
        if (nurses > world_.rules.most_nurses || world_.move_time(shape, used, NURSE, present, nurses - present) < 0)
            return false;
        p.add(of::nurses, 1);
    } else {
        const int present = before[of::orderlies], orderlies = p[of::orderlies] + 1;
        if (orderlies > world_.rules.most_orderlies ||
            world_.move_time(shape, used, ORDERLY, present, orderlies - present) < 0)
            return false;
        p.add(of::orderlies, 1);
    }
    pay(world_, p, price);
    return true;
}

// 4.5. Unless the play is full, no costlier icon is taken while a cheaper one of that staff was passed over.
void Actor::hire(const i32* boxes, const Position& p, i32 source, const Play& play, PositionSet& to) {
    partial_.assign(1, {p, 0});
    for (int box = 0; box < p[of::entrances]; ++box) {
        const int staff = boxes[box];
        if (staff < BOX_DOCTOR) continue;
        const int bit = 1 << (staff - BOX_DOCTOR);
        const std::size_t many = partial_.size();
        for (std::size_t i = 0; i < many; ++i) {
            const PartialHire before = partial_[i];
            if (!play.full && before.passed_over & bit) continue;
            for (int colour = 0; colour < (staff == BOX_DOCTOR ? COLOURS : 1); ++colour) {
                PartialHire after = before;
                if (hire_one(after.position, p, staff, colour, world_.rules.hire_prices[box])) partial_.push_back(after);
            }
            partial_[i].passed_over |= bit;
        }
    }
    const int shape = p[of::shape];
    const bool used = p[of::outpatient] == USED;
    const int doctors = total_of(p.doctors()), nurses = p[of::nurses], orderlies = p[of::orderlies];
    for (const PartialHire& hired : partial_) {
        Position after = hired.position;
        if (after.word[0] != p.word[0]) {
            const int newcomers = total_of(after.doctors()) - doctors;
            spend_time(world_, after,
                       world_.move_time(shape, used, DOCTOR, doctors, newcomers) +
                           world_.move_time(shape, used, NURSE, nurses, after[of::nurses] - nurses) +
                           world_.move_time(shape, used, ORDERLY, orderlies, after[of::orderlies] - orderlies));
        }
        to.insert(after, source);
    }
}

// 4.6: any beginning of the queue within reach comes in; sending the others away costs popularity.
void Actor::admit(const i32* boxes, const Position& p, i32 source, PositionSet& to) const {
    const int shape = p[of::shape], present = total_of(p.patients());
    const bool used = p[of::outpatient] == USED;
    const int free = parking_of(world_, p) - cars_of(p), doctors = world_.rank(p.doctors());
    Position queue[BOXES + 1] = {p};
    int most = 0;
    for (int box = 0; box < p[of::entrances]; ++box) {
        const int colour = boxes[box];
        if (colour >= BOX_DOCTOR) continue;
        if (most >= free || present + most + 1 > world_.capacity) break;
        Position after = queue[most];
        after.add(of::patients, static_cast<int>(one_of(colour)));
        if (world_.move_time(shape, used, PATIENT, present, most + 1) < 0 ||
            !world_.trackable(doctors, world_.rank(after.patients())))
            break;
        queue[++most] = after;
    }
    for (int count = 0; count <= most; ++count) {
        Position after = queue[count];
        spend_time(world_, after, count ? world_.move_time(shape, used, PATIENT, present, count) : 0);
        const auto [one, other] = lose(world_, after, most - count);
        to.insert(one, source);
        if (other != one) to.insert(other, source);
    }
}

// 4.2: one of the actions, from each of the positions.
void Actor::act(Action action, const i32* bottom, const i32* top, const Play& play, const Position* from,
                std::size_t many, PositionSet& to) {
    to.clear();
    for (std::size_t i = 0; i < many; ++i) {
        const Position& p = from[i];
        const i32 source = static_cast<i32>(i);
        if (action == DONE) {
            to.insert(p, source);
        } else if (action == BUILD) {
            build(p, source, play, to);
        } else {
            // 4.8: the choice falls at the first Hire, Admit or Care at which the module stands.
            const bool choose = p[of::outpatient] == UNDECIDED && world_.config(p).outpatients > 0;
            for (int choice = choose ? UNUSED : 0; choice <= (choose ? USED : 0); ++choice) {
                Position chosen = p;
                chosen.add(of::outpatient, choice);
                if (action == HIRE)
                    hire(bottom, chosen, source, play, to);
                else
                    admit(top, chosen, source, to);
            }
        }
    }
}

}  // namespace clinic::clin9ic
