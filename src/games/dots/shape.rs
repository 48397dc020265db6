//! What is left of a position once the way it is drawn is forgotten.
//!
//! Only the graph matters to the value, and of a chain only its length and what it joins. So a
//! position is a few *joints*, coins with three or four lines, and between them and the ground plain
//! lines and chains: far fewer than there are drawings of it. A shape is written down as a binary
//! number, its joints in an order that the graph decides as far as that is cheap to find out. Equal
//! numbers mean equal graphs, always: where the order is not canonical two numbers name one graph,
//! which costs time and no more.

/// The most joints a shape is written with.
const MOST_JOINTS: usize = 15;
/// The end of a chain that leads outside.
const GROUND: usize = MOST_JOINTS;
/// The most chains a shape is written with, and the most coins of each.
const MOST_CHAINS: usize = 8;
const MOST_COINS: usize = 31;

/// A chain: its coins and the joints at its ends.
#[derive(Clone, Copy, Debug, Default)]
struct Chain {
    ends: [u8; 2],
    coins: u8,
}

/// The joints of a position and what joins them.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    joints: usize,
    /// For each joint those that a line leads to, and how many lines lead to the ground.
    lines: [u16; MOST_JOINTS + 1],
    to_ground: [u8; MOST_JOINTS + 1],
    chains: [Chain; MOST_CHAINS],
    chain_count: usize,
    /// Whether every part fits the numbers' fields.
    fits: bool,
}

impl Shape {
    /// The most bits that a number has.
    pub(super) const BITS: u32 = 104;

    /// A shape with `joints` joints that nothing joins yet.
    #[inline]
    pub(super) fn new(joints: usize) -> Self {
        Self {
            joints,
            lines: [0; MOST_JOINTS + 1],
            to_ground: [0; MOST_JOINTS + 1],
            chains: [Chain::default(); MOST_CHAINS],
            chain_count: 0,
            fits: joints <= MOST_JOINTS,
        }
    }

    /// Adds a line between two joints, or from one to the ground.
    #[inline]
    pub(super) fn add_line(&mut self, a: usize, b: Option<usize>) {
        match b {
            Some(b) => {
                self.lines[a & 15] |= 1 << (b & 15);
                self.lines[b & 15] |= 1 << (a & 15);
            }
            None => self.to_ground[a & 15] += 1,
        }
    }

    /// Adds a chain between joints, or between one and the ground.
    #[inline]
    pub(super) fn add_chain(&mut self, coins: usize, ends: [Option<usize>; 2]) {
        let ends = ends.map(|end| end.unwrap_or(GROUND) as u8);
        self.fits &= coins <= MOST_COINS && self.chain_count < MOST_CHAINS;
        self.chains[self.chain_count % MOST_CHAINS] = Chain { ends, coins: coins as u8 };
        self.chain_count += 1;
    }

    /// The shape as a number below `2^BITS`, with `prefix` of `prefix_bits` bits in it; `None` where it
    /// needs more.
    #[inline]
    pub(super) fn number(&self, prefix: u32, prefix_bits: u32) -> Option<u128> {
        let joints = self.joints;
        let bits = 1 + prefix_bits as usize + 4 + joints * (joints + 3) / 2 + 13 * self.chain_count;
        if !self.fits || bits > Self::BITS as usize {
            return None;
        }
        let order = self.order();
        let mut rank = [GROUND as u8; MOST_JOINTS + 1];
        for (place, &entry) in order[..joints].iter().enumerate() {
            rank[entry as usize & 15] = place as u8;
        }
        // A leading one marks the length; every other part can be read back from the left: the number
        // of joints, then of each joint which earlier joints a line leads to and how many lead to the
        // ground (four of them stand as none: such a joint has nothing else), then the chains.
        let mut number = (1u128 << prefix_bits | u128::from(prefix)) << 4 | joints as u128;
        for (place, &entry) in order[..joints].iter().enumerate() {
            let joint = entry as usize & 15;
            let mut earlier = 0u32;
            let mut others = self.lines[joint];
            while others != 0 {
                earlier |= 1 << rank[others.trailing_zeros() as usize & 15];
                others &= others - 1;
            }
            let row = (earlier & ((1 << place) - 1)) << 2 | u32::from(self.to_ground[joint] & 3);
            number = number << (place + 2) | u128::from(row);
        }
        let mut chains = [0u16; MOST_CHAINS];
        for (index, chain) in self.chains[..self.chain_count].iter().enumerate() {
            let [a, b] = chain.ends.map(|end| u16::from(rank[usize::from(end) & 15]));
            insert(&mut chains, index, a.min(b) << 9 | a.max(b) << 5 | u16::from(chain.coins));
        }
        for &chain in &chains[..self.chain_count] {
            number = number << 13 | u128::from(chain);
        }
        Some(number)
    }

    /// The joints in order, each in the four low bits of an entry.
    #[inline]
    fn order(&self) -> [u32; MOST_JOINTS + 1] {
        let mut colours = [7; MOST_JOINTS + 1];
        let lines = self.to_ground.iter().zip(&self.lines).take(self.joints);
        for (colour, (&to_ground, &to_joints)) in colours.iter_mut().zip(lines) {
            *colour = u32::from(to_ground) << 3 | to_joints.count_ones();
        }
        let mut order = self.refine(&mut colours);
        if order[..self.joints].windows(2).any(|pair| pair[0] >> 4 == pair[1] >> 4) {
            order = self.refine(&mut colours);
        }
        order
    }

    /// Gives each joint a colour made of what joins it and the colours at the other ends, and sorts
    /// the joints by colour.
    #[inline]
    fn refine(&self, colours: &mut [u32; MOST_JOINTS + 1]) -> [u32; MOST_JOINTS + 1] {
        let old = *colours;
        for chain in &self.chains[..self.chain_count] {
            let [a, b] = chain.ends.map(|end| usize::from(end) & 15);
            let coins = u32::from(chain.coins) << 10;
            colours[a] = colours[a].wrapping_add(mix(old[b] ^ coins));
            colours[b] = colours[b].wrapping_add(mix(old[a] ^ coins));
        }
        let mut order = [0; MOST_JOINTS + 1];
        for (joint, &lines) in self.lines[..self.joints].iter().enumerate() {
            let mut sum = colours[joint].wrapping_mul(0x85eb_ca6b);
            let mut others = lines;
            while others != 0 {
                sum = sum.wrapping_add(mix(old[others.trailing_zeros() as usize & 15]));
                others &= others - 1;
            }
            colours[joint] = sum;
            insert(&mut order, joint, sum & !15 | joint as u32);
        }
        colours[GROUND] = 7;
        order
    }
}

#[inline]
fn mix(colour: u32) -> u32 {
    let mixed = colour.wrapping_mul(0x9e37_79b1);
    mixed ^ mixed >> 15
}

/// Inserts an entry among the first `count`, which are sorted.
#[inline]
fn insert<T: Copy + Ord>(sorted: &mut [T], count: usize, entry: T) {
    let mut at = count;
    while at > 0 && sorted[at - 1] > entry {
        sorted[at] = sorted[at - 1];
        at -= 1;
    }
    sorted[at] = entry;
}
