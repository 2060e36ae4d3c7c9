#include "clin9ic/business.hpp"

#include <cstdlib>

namespace clinic::clin9ic {

namespace {

constexpr u64 NO_KEY = ~u64{0};
constexpr std::size_t MOST_OPTIONS = std::size_t{1} << 21;  // remembered at a time
constexpr std::size_t KNOWN = std::size_t{1} << 15;

u64 key_of(const World& world, const Play& play, const Position& p) {
    u64 key = p.doctors() | static_cast<u64>(p.patients()) << 20;
    key |= static_cast<u64>(world.shape(p).config) << 40;
    return key | static_cast<u64>(p[of::nurses]) << 48 | static_cast<u64>(p[of::outpatient] == USED) << 50 |
           static_cast<u64>(play.full) << 51;
}

int passing(int before, int after, int patients) {
    if (before > 0 && after > 0) return std::max(0, before - patients);
    if (before < 0 && after < 0) return std::max(0, -after - patients);
    return 0;
}

// The most pairs of unlike colours that such a carriage can be made of, as far as operating rooms need them.
//
// Doctors stop at the next colour as far as there are patients for them, letting its own doctors go on; each one who
// has to pass makes one pair of two steps.
int unlike_pairs(int f, int g, int h, People patients, int operating) {
    const int pairs = std::abs(f) + std::abs(g) + std::abs(h);
    if (operating <= 1) return pairs;  // one unlike pair is enough, and there is one wherever there is a step
    return pairs - passing(f, g, of_colour(patients, 1)) - passing(g, h, of_colour(patients, 2));
}

bool between(int low, int number, int high) { return low <= number && number <= high; }

}  // namespace

// 5.1: doctors are carried along the colours to where patients need them: f, g, h of them across the three borders, each
// step needing a nurse. Operating rooms save one nurse for each pair of unlike colours in them.
bool can_pair(People doctors, People patients, int nurses, int operating) {
    int d[COLOURS], a[COLOURS];
    bool alike = true;
    for (int colour = 0; colour < COLOURS; ++colour) {
        d[colour] = of_colour(doctors, colour);
        a[colour] = of_colour(patients, colour);
        alike &= a[colour] <= d[colour];
    }
    if (alike) return true;
    const int budget = nurses + operating;
    for (int f = std::max(-budget, -a[0]); f <= std::min(budget, d[0] - a[0]); ++f) {
        const int left = budget - std::abs(f);
        for (int g = -left; g <= left; ++g) {
            if (!between(0, a[1] + g - f, d[1])) continue;
            const int rest = left - std::abs(g);
            for (int h = -rest; h <= rest; ++h) {
                if (!between(0, a[2] + h - g, d[2]) || !between(0, a[3] - h, d[3])) continue;
                const int steps = std::abs(f) + std::abs(g) + std::abs(h);
                if (steps - std::min(operating, unlike_pairs(f, g, h, patients, operating)) <= nurses) return true;
            }
        }
    }
    return false;
}

Business::Business(const World& world) : world_(world), known_(KNOWN, Span{NO_KEY, 0, 0}) {
    due_.resize(static_cast<std::size_t>(world.most_operating) + 1);
}

// 5.1: what can be treated depends on the people and the clinic alone.
Business::Span Business::options_of(const Play& play, const Position& p) {
    if (options_.size() > MOST_OPTIONS || number_known_ > KNOWN / 2) {
        options_.clear();
        std::fill(known_.begin(), known_.end(), Span{NO_KEY, 0, 0});
        number_known_ = 0;
    }
    const u64 key = key_of(world_, play, p);
    std::size_t at = (key * 0x9E3779B97F4A7C15u >> 40) & (KNOWN - 1);
    while (known_[at].key != key && known_[at].key != NO_KEY) at = (at + 1) & (KNOWN - 1);
    if (known_[at].key == NO_KEY) {
        const auto begin = static_cast<std::uint32_t>(options_.size());
        find_options(play, p);
        known_[at] = {key, begin, static_cast<std::uint32_t>(options_.size())};
        ++number_known_;
    }
    return known_[at];
}

void Business::find_options(const Play& play, const Position& p) {
    const bool used = p[of::outpatient] == USED;
    const People people = p.patients();
    const int p0 = of_colour(people, 0), p1 = of_colour(people, 1), p2 = of_colour(people, 2), p3 = of_colour(people, 3);
    const int doctors = world_.rank(p.doctors());
    const int s1 = p0 + 1, s2 = s1 * (p1 + 1), s3 = s2 * (p2 + 1);
    const int most = used ? world_.most_outpatients : 0;
    reached_.assign(static_cast<std::size_t>(s3 * (p3 + 1)), 0);
    for (int t3 = 0; t3 <= p3; ++t3)
        for (int t2 = 0; t2 <= p2; ++t2)
            for (int t1 = 0; t1 <= p1; ++t1)
                for (int t0 = 0; t0 <= p0; ++t0) {
                    const int cell = t0 + s1 * t1 + s2 * t2 + s3 * t3;
                    const char* here = reached_.data() + cell;
                    const People treated = people_of(t0, t1, t2, t3);
                    // 2.3: reached one patient at a time, trackable after each.
                    const bool ok = cell == 0 || (((t0 && here[-1]) || (t1 && here[-s1]) || (t2 && here[-s2]) ||
                                                   (t3 && here[-s3])) &&
                                                  world_.trackable(doctors, world_.rank(people - treated)));
                    reached_[static_cast<std::size_t>(cell)] = ok;
                    if (!ok) continue;
                    // x0 to x3 of them as outpatients
                    for (int x3 = 0; x3 <= std::min(t3, most); ++x3)
                        for (int x2 = 0; x2 <= std::min(t2, most - x3); ++x2)
                            for (int x1 = 0; x1 <= std::min(t1, most - x3 - x2); ++x1)
                                for (int x0 = 0; x0 <= std::min(t0, most - x3 - x2 - x1); ++x0)
                                    find_rooms(play, p, treated, people_of(x0, x1, x2, x3));
                }
}

// 5.1: some treated in rooms and some outside, with every number of operating rooms that does it, or with the least.
void Business::find_rooms(const Play& play, const Position& p, People treated, People outside) {
    const People inside = treated - outside;
    const int in_rooms = total_of(inside), outpatients = total_of(outside);
    const People doctors = p.doctors();
    const int many = total_of(doctors), patients = total_of(p.patients()), nurses = p[of::nurses];
    if (in_rooms + outpatients > many) return;
    int pay = 0;
    for (int colour = 0; colour < COLOURS; ++colour) pay += world_.rules.pay[colour] * of_colour(inside, colour);
    for (int operating = 0; operating <= std::min(world_.most_operating, in_rooms); ++operating) {
        const int beds =
            world_.beds(world_.shape(p).config, p[of::outpatient] == USED, many, patients, operating, outpatients);
        if (beds < in_rooms - operating || !can_pair(doctors, inside, nurses, operating)) continue;
        options_.push_back({treated, static_cast<std::int16_t>(pay), static_cast<i8>(in_rooms),
                            static_cast<i8>(outpatients), static_cast<i8>(operating)});
        if (!play.full) return;
    }
}

// 6.1: every choice for the laboratories.
void Business::teach(const Position& p) {
    const People people = p.doctors();
    const int d0 = of_colour(people, 0), d1 = of_colour(people, 1), d2 = of_colour(people, 2), d3 = of_colour(people, 3);
    labs_ = std::min(world_.config(p).labs, d0 + d1 + d2 + d3);
    staff_.clear();
    words_.clear();
    Position bare = p;
    bare.set(of::outpatient, UNDECIDED);
    for (int l0 = 0; l0 <= std::min(labs_, d0); ++l0)
        for (int l1 = 0; l1 <= std::min(labs_ - l0, d1); ++l1)
            for (int l2 = 0; l2 <= std::min(labs_ - l0 - l1, d2); ++l2) {
                const int l3 = labs_ - l0 - l1 - l2;
                if (l3 > d3) continue;
                const int stay[COLOURS] = {d0 - l0, d1 - l1, d2 - l2, d3 - l3}, learn[COLOURS] = {l0, l1, l2, l3};
                People after = 0;
                for (int colour = 0; colour < COLOURS; ++colour) {
                    after += static_cast<People>(stay[colour]) * one_of(world_.rules.decayed[colour]);
                    after += static_cast<People>(learn[colour]) * one_of(world_.rules.taught[colour]);
                }
                bare.set(of::doctors, after);
                staff_.push_back({bare, world_.rank(after)});
                words_.push_back(bare);
            }
}

// 6.1, 6.2: patients who are left get worse, and the worst die.
Business::Left Business::worsen(const Position& p) const {
    const People people = p.patients();
    Position after = p;
    after.set(of::patients, people << COLOUR_BITS & EVERYBODY);
    if (world_.rules.counts_popularity) after.add(of::popularity, labs_);
    const auto [one, other] = lose(world_, after, world_.rules.death_cost * of_colour(people, RED));
    return {one, other, world_.rank(one.patients())};
}

// Whether no choice for the laboratories can reach `least`; never where people may be lost (6.3).
bool Business::is_hopeless(const Left& left) const {
    const bool twice = left.other != left.one;
    const bool promising =
        (end_.may_reach(world_, left.one, least_) || (twice && end_.may_reach(world_, left.other, least_))) &&
        (ahead_.may_reach(world_, left.one, least_) || (twice && ahead_.may_reach(world_, left.other, least_)));
    if (promising) return false;
    for (const Staff& staff : staff_)
        if (!world_.trackable(staff.rank, left.rank)) return false;
    return true;
}

// Section 6: the ends of the round by every choice for the laboratories, and who is lost then.
void Business::admin(const Left& left, i32 source, PositionSet& to) const {
    for (const Staff& staff : staff_) {
        const bool lost = !world_.trackable(staff.rank, left.rank);
        for (const Position* tracks : {&left.one, &left.other}) {
            if (lost)
                lose_people(staff.clinic, *tracks, source, to);
            else
                to.insert({{staff.clinic.word[0], tracks->word[1]}}, source);
            if (left.other == left.one) break;
        }
    }
}

// 6.3, where there are not enough dice.
void Business::lose_people(const Position& staff, Position tracks, i32 source, PositionSet& to) const {
    const People doctors = staff.doctors(), patients = tracks.patients();
    const int p1 = of_colour(patients, 1), p2 = of_colour(patients, 2), p3 = of_colour(patients, 3);
    for (int k1 = p1; k1 >= 0; --k1)
        for (int k2 = p2; k2 >= 0; --k2)
            for (int k3 = p3; k3 >= 0; --k3) {
                const People left = people_of(0, k1, k2, k3);
                for (int e0 = of_colour(doctors, 0); e0 >= 0; --e0)
                    for (int e1 = of_colour(doctors, 1); e1 >= 0; --e1)
                        for (int e2 = of_colour(doctors, 2); e2 >= 0; --e2)
                            for (int e3 = of_colour(doctors, 3); e3 >= 0; --e3) {
                                const People stay = people_of(e0, e1, e2, e3);
                                if (!world_.trackable(world_.rank(stay), world_.rank(left))) continue;
                                Position after{{staff.word[0], tracks.word[1]}};
                                after.set(of::doctors, stay);
                                after.set(of::patients, left);
                                const int gone = p1 - k1 + p2 - k2 + p3 - k3;
                                const auto [one, other] = lose(world_, after, world_.rules.loss_cost * gone);
                                to.insert(one, source);
                                if (other != one) to.insert(other, source);
                                return;
                            }
            }
}

// 5.1-5.3: some patients treated, expenses paid, the rest of the income kept; then Admin.
void Business::treat(const Play& play, const Position& p, const Care& care, i32 source, PositionSet& to) {
    const Rules& rules = world_.rules;
    Position after = p;
    after.word[1] -= care.treated;
    after.add(of::treated, care.in_rooms + care.outpatients);
    if (care.outpatients)
        after.add(of::time, -std::min(rules.outpatient_time * care.outpatients, after[of::time]));
    const int income = care.pay + p[of::gardens] * care.in_rooms + rules.outpatient_pay * care.outpatients;
    const int due = due_[static_cast<std::size_t>(care.operating)];
    if (Position spared = after; kept_as_points(world_, spared, due - income)) finish(spared, source, to);
    const int left = settle(world_, after, income, due);
    if (play.full && rules.counts_popularity) {
        for (int points = 0; points <= left / rules.popularity_price; ++points) {
            Position bought = after;
            bought.add(of::popularity, points);
            earn(bought, left - rules.popularity_price * points);
            admin(worsen(bought), source, to);
        }
        return;
    }
    if (rules.counts_popularity) {
        const int units = left / rules.popularity_price;
        after.add(of::units, units);
        earn(after, left - rules.popularity_price * units);
    } else {
        earn(after, left);
    }
    finish(after, source, to);
}

// Section 6 once all is paid, unless it cannot reach `least`.
void Business::finish(const Position& p, i32 source, PositionSet& to) {
    const Left worse = worsen(p);
    if (bounded_ && is_hopeless(worse)) return;
    admin(worse, source, to);
}

// 5.1: every way to treat patients.
void Business::care(const Play& play, const Position& p, i32 source, PositionSet& to) {
    const Span span = options_of(play, p);
    for (std::uint32_t i = span.begin; i < span.end; ++i) treat(play, p, options_[i], source, to);
}

// Sections 5 and 6, from each of the positions after the actions.
void Business::end_round(const Play& play, const RoundTables* tables, double least, int time_before,
                         const Position* from, std::size_t many, PositionSet& to) {
    least_ = least;
    bounded_ = tables && !play.full;
    for (std::size_t i = 0; i < many; ++i) {
        Position p = from[i];
        settle_phase(world_, p, time_before);
        teach(p);
        if (bounded_) {
            const int patients = total_of(p.patients());
            end_.fill(world_, tables->end, words_.data(), words_.size(), patients);
            ahead_.fill(world_, tables->ahead, words_.data(), words_.size(), patients);
        }
        const int salaries = salaries_of(world_, p), upkeep = world_.config(p).upkeep;
        for (int operating = 0; operating <= world_.most_operating; ++operating)
            due_[static_cast<std::size_t>(operating)] =
                upkeep_due(world_.rules, upkeep, operating, p[of::orderlies]) + salaries;
        const bool choose = p[of::outpatient] == UNDECIDED && world_.config(p).outpatients > 0;
        for (int choice = choose ? UNUSED : 0; choice <= (choose ? USED : 0); ++choice) {
            Position chosen = p;
            chosen.add(of::outpatient, choice);
            care(play, chosen, static_cast<i32>(i), to);
        }
    }
}

}  // namespace clinic::clin9ic
