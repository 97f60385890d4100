import type { Right } from '../../../platform/approvals/rights.ts'

// What the rules of a second pair of eyes say, written a second time: plain lists, no transactions.

export const wholeRights: readonly Right[] = ['LOOK', 'WORK', 'DECIDE', 'ADMIN']
const least = { DECIDE: 2, ADMIN: 1 } as const

/** `large` is the sum from which one more must decide; 0 deciders ask for nobody. */
export type ModelRule = { deciders: number; large: number | null }

export type ModelProposal = {
  number: number
  maker: number
  amount: number
  /** The hour after which nobody may decide it any more. */
  until: number
  agreed: readonly number[]
  ended: { how: 'DONE' | 'REFUSED' | 'WITHDRAWN' | 'EXPIRED'; at: number } | null
  /** Whether its command refuses whenever it runs. */
  isBroken: boolean
}

/** People are places in the list of people; a proposal is counted from the newest, 0. */
export type Act =
  | { do: 'agree'; who: number; which: number; as: 'proposed' | 'another input' | 'another operation' }
  | { do: 'refuse' | 'withdraw'; who: number; which: number }
  | { do: 'take'; who: number; rights: readonly Right[] }
  | { do: 'give'; who: number }
  | { do: 'rule'; rule: ModelRule }
  | { do: 'run'; as: 'nobody' | 'proposal' }
  | { do: 'break glass'; who: number }
  | { do: 'expire' }

export type Result = 'DONE' | 'AGREED' | 'REFUSED'

export class ApprovalModel {
  now = 0
  rule: ModelRule = { deciders: 0, large: null }
  proposals: readonly ModelProposal[] = []
  rights: readonly (readonly Right[])[]

  constructor(people: number) {
    this.rights = Array.from({ length: people }, () => wholeRights)
  }

  copy(): ApprovalModel {
    return Object.assign(new ApprovalModel(0), this)
  }

  has(who: number, right: Right): boolean {
    return this.rights[who]?.includes(right) ?? false
  }

  at(which: number): ModelProposal | undefined {
    return this.proposals.at(-1 - which)
  }

  /** Whether a person may propose now. */
  mayPropose(maker: number): boolean {
    return this.rule.deciders > 0 && this.has(maker, 'WORK')
  }

  /** Lets an act happen. @returns how it ends; what is refused changes nothing */
  apply(act: Act): Result {
    switch (act.do) {
      case 'agree':
        return act.as === 'proposed' ? this.#agree(act) : 'REFUSED'
      case 'refuse':
      case 'withdraw':
        return this.#end(act)
      case 'take':
        return this.#take(act.who, act.rights)
      case 'give':
        this.rights = this.rights.with(act.who, wholeRights)
        return 'DONE'
      case 'rule': {
        const { deciders, large } = act.rule
        if (deciders + (large === null ? 0 : 1) > this.#holders('DECIDE')) return 'REFUSED'
        this.rule = act.rule
        return 'DONE'
      }
      case 'expire':
        return this.#expire()
      case 'run':
        return this.rule.deciders === 0 ? 'DONE' : 'REFUSED'
      default:
        return this.rule.deciders === 0 || this.has(act.who, 'WORK') ? 'DONE' : 'REFUSED'
    }
  }

  #agree({ who, which }: { who: number; which: number }): Result {
    const proposal = this.at(which)
    if (!proposal || !this.#mayDecide(proposal, who)) return 'REFUSED'
    const agreed = [...proposal.agreed, who]
    const isEnough = agreed.filter((one) => this.has(one, 'DECIDE')).length >= this.#needed(proposal)
    if (isEnough && proposal.isBroken) return 'REFUSED'
    this.#change(proposal, { agreed, ...(isEnough && { ended: { how: 'DONE', at: this.now } }) })
    return isEnough ? 'DONE' : 'AGREED'
  }

  #end({ do: what, who, which }: { do: 'refuse' | 'withdraw'; who: number; which: number }): Result {
    const proposal = this.at(which)
    const may =
      proposal &&
      (what === 'refuse' ? this.#mayDecide(proposal, who) : this.#isOpen(proposal) && proposal.maker === who)
    if (!may) return 'REFUSED'
    this.#change(proposal, { ended: { how: what === 'refuse' ? 'REFUSED' : 'WITHDRAWN', at: this.now } })
    return 'DONE'
  }

  #take(who: number, rights: readonly Right[]): Result {
    const held = this.rights[who] ?? []
    const isLast = (right: 'DECIDE' | 'ADMIN') =>
      held.includes(right) && rights.includes(right) && this.#holders(right) <= least[right]
    if (isLast('DECIDE') || isLast('ADMIN')) return 'REFUSED'
    const left = held.filter((right) => !rights.includes(right))
    this.rights = this.rights.with(who, left)
    // Who is suspended proposes nothing any more.
    const theirs = this.proposals.filter(({ maker, ended }) => maker === who && ended === null)
    if (left.length === 0)
      for (const proposal of theirs) this.#change(proposal, { ended: { how: 'WITHDRAWN', at: this.now } })
    return 'DONE'
  }

  /** The worker ends what nobody can decide any more. */
  #expire(): Result {
    for (const proposal of this.proposals.filter(({ ended, until }) => ended === null && this.now >= until))
      this.#change(proposal, { ended: { how: 'EXPIRED', at: this.now } })
    return 'DONE'
  }

  #isOpen({ ended, until }: ModelProposal): boolean {
    return ended === null && this.now < until
  }

  #mayDecide(proposal: ModelProposal, who: number): boolean {
    const { maker, agreed } = proposal
    const isOther = maker !== who && !agreed.includes(who)
    return this.#isOpen(proposal) && isOther && this.has(who, 'DECIDE') && this.has(maker, 'WORK')
  }

  /** How many must agree: what was done for its maker within 24 hours counts too. */
  #needed({ maker, amount }: ModelProposal): number {
    const { deciders, large } = this.rule
    if (deciders === 0) return 1
    const recent = this.proposals.filter(
      (one) => one.maker === maker && one.ended?.how === 'DONE' && one.ended.at > this.now - 24,
    )
    const sum = recent.reduce((total, one) => total + one.amount, amount)
    return large !== null && sum >= large ? deciders + 1 : deciders
  }

  #holders(right: Right): number {
    return this.rights.filter((held) => held.includes(right)).length
  }

  #change(proposal: ModelProposal, changes: Partial<ModelProposal>): void {
    this.proposals = this.proposals.map((one) => (one === proposal ? { ...one, ...changes } : one))
  }
}
