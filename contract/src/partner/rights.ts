/** What a key may do. PROPOSE reads too, and makes proposals that a person decides; no key funds or withdraws. */
export const keyRights = ['READ', 'PROPOSE'] as const
export type KeyRight = (typeof keyRights)[number]

/** Whether a key with the right `held` may send a call that needs `needed`. */
export const allowsKey = (held: KeyRight, needed: KeyRight): boolean =>
  held === 'PROPOSE' || needed === 'READ'
