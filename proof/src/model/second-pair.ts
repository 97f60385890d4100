import type { Rupiah } from './arithmetic.ts'

/** What a person of the staff may do: propose and decide. */
export type StaffRight = 'WORK' | 'DECIDE'

/** A top-up that one person proposed and others decide. */
export type Proposal = {
  number: number
  maker: string
  lender: string
  amount: Rupiah
  agreed: string[]
  state: 'WAITING' | 'DONE' | 'WITHDRAWN' | 'EXPIRED'
}

/** The rule of the run: one other person decides; two, from the large sum on. */
export const secondPairRule = { deciders: 1, largeFrom: 300_000, largeDeciders: 2, hours: 24 } as const

/** How a decision ends, or the codes of the rules that it breaks. */
export type Decided = { ends: 'DONE' } | { ends: 'AGREED'; missing: number } | { because: string[] }

/** A second, independent set of the rules of a second pair of eyes, for the people of one worker. */
export class SecondPair {
  readonly people = new Map<string, Set<StaffRight>>()
  /** By the bank's id of the top-up. */
  readonly proposals = new Map<string, Proposal>()
  /** What was done for each maker within 24 hours. */
  readonly #sums = new Map<string, Rupiah>()

  may(name: string, right: StaffRight): boolean {
    return this.people.get(name)?.has(right) ?? false
  }

  /**
   * One person agrees. With the last that is needed the top-up is credited.
   * @param isSame whether they agree to what was proposed, and not to something else
   */
  decide(id: string, by: string, isSame: boolean): Decided {
    const proposal = this.proposals.get(id)
    if (!proposal) return { because: ['PROPOSAL_NOT_FOUND'] }
    const { maker, state, agreed } = proposal
    const because = [
      (state === 'DONE' || state === 'WITHDRAWN') && 'PROPOSAL_ENDED',
      state === 'EXPIRED' && 'PROPOSAL_EXPIRED',
      !isSame && 'PROPOSAL_DIFFERS',
      maker === by && 'PROPOSAL_OWN',
      !this.may(by, 'DECIDE') && 'STAFF_RIGHT_MISSING',
      !this.may(maker, 'WORK') && 'PROPOSAL_MAKER_GONE',
      agreed.includes(by) && 'PROPOSAL_DECIDED',
    ].filter((code) => code !== false)
    if (because.length > 0) return { because }
    agreed.push(by)
    const missing = this.#needed(proposal) - agreed.filter((one) => this.may(one, 'DECIDE')).length
    if (missing > 0) return { ends: 'AGREED', missing }
    proposal.state = 'DONE'
    this.#sums.set(maker, (this.#sums.get(maker) ?? 0) + proposal.amount)
    return { ends: 'DONE' }
  }

  /** How many must agree: several small sums of one maker count as one. */
  #needed({ maker, amount }: Proposal): number {
    const { deciders, largeFrom, largeDeciders } = secondPairRule
    return (this.#sums.get(maker) ?? 0) + amount >= largeFrom ? largeDeciders : deciders
  }

  /** @returns whether it was this person's own and still waited */
  withdraw(id: string, by: string): boolean {
    const proposal = this.proposals.get(id)
    if (proposal?.state !== 'WAITING' || proposal.maker !== by) return false
    proposal.state = 'WITHDRAWN'
    return true
  }

  /** More than the hours of the rule have passed. */
  expire(): void {
    for (const proposal of this.proposals.values())
      if (proposal.state === 'WAITING') proposal.state = 'EXPIRED'
    for (const id of [...this.proposals.keys()].slice(0, -6)) this.proposals.delete(id)
    this.#sums.clear()
  }
}
