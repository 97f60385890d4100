import type { CompanyRole } from '@pematang/contract/lenders/company/rules'

// What the rules of a company say, written a second time: plain lists, no transactions.

export type ModelProposal = {
  number: number
  maker: number
  /** The hour after which nobody may decide it any more. */
  until: number
  agreed: readonly number[]
  ended: 'DONE' | 'REFUSED' | 'WITHDRAWN' | null
  /** What it does. */
  order: string
}

/** People are places in the list of people, of whom the first is the administrator; a proposal is counted from the newest, 0. */
export type Act =
  | { do: 'agree' | 'refuse' | 'withdraw'; who: number; which: number }
  | { do: 'roles'; who: number; roles: readonly CompanyRole[] }
  | { do: 'suspend'; who: number }
  | { do: 'rule'; deciders: number }
  | { do: 'alone'; who: number }

export type Result = 'DONE' | 'AGREED' | 'REFUSED'

export class CompanyModel {
  now = 0
  deciders = 0
  proposals: readonly ModelProposal[] = []
  /** Nothing while suspended. */
  roles: readonly (readonly CompanyRole[])[]

  constructor(roles: readonly (readonly CompanyRole[])[]) {
    this.roles = roles
  }

  copy(): CompanyModel {
    return Object.assign(new CompanyModel([]), this)
  }

  has(who: number, role: CompanyRole): boolean {
    return this.roles[who]?.includes(role) ?? false
  }

  at(which: number): ModelProposal | undefined {
    return this.proposals.at(-1 - which)
  }

  mayPropose(who: number): boolean {
    return this.has(who, 'MAKER') || this.has(who, 'APPROVER')
  }

  /** Lets an act happen. @returns how it ends; what is refused changes nothing */
  apply(act: Act): Result {
    switch (act.do) {
      case 'agree':
        return this.#agree(act)
      case 'refuse':
        return this.#end(act.which, 'REFUSED', (proposal) => this.#mayDecide(proposal, act.who))
      case 'withdraw':
        return this.#end(
          act.which,
          'WITHDRAWN',
          (proposal) =>
            proposal.maker === act.who &&
            this.#isOpen(proposal) &&
            (this.mayPropose(act.who) || this.has(act.who, 'ADMINISTRATOR')),
        )
      case 'roles':
        this.roles = this.roles.with(act.who, act.roles)
        return 'DONE'
      case 'suspend':
        this.roles = this.roles.with(act.who, [])
        for (const proposal of this.proposals)
          if (proposal.maker === act.who && proposal.ended === null)
            this.#change(proposal, { ended: 'WITHDRAWN' })
        return 'DONE'
      case 'rule':
        if (!this.#canBeKept(act.deciders)) return 'REFUSED'
        this.deciders = act.deciders
        return 'DONE'
      default:
        return this.deciders === 0 && this.mayPropose(act.who) ? 'DONE' : 'REFUSED'
    }
  }

  #agree({ who, which }: { who: number; which: number }): Result {
    const proposal = this.at(which)
    if (!proposal || !this.#mayDecide(proposal, who)) return 'REFUSED'
    const agreed = [...proposal.agreed, who]
    const counted = agreed.filter((one) => this.has(one, 'APPROVER')).length
    const isEnough = counted >= Math.max(1, this.deciders)
    this.#change(proposal, { agreed, ...(isEnough && { ended: 'DONE' }) })
    return isEnough ? 'DONE' : 'AGREED'
  }

  #end(which: number, how: 'REFUSED' | 'WITHDRAWN', may: (proposal: ModelProposal) => boolean): Result {
    const proposal = this.at(which)
    if (!proposal || !may(proposal)) return 'REFUSED'
    this.#change(proposal, { ended: how })
    return 'DONE'
  }

  #isOpen({ ended, until }: ModelProposal): boolean {
    return ended === null && this.now < until
  }

  #mayDecide(proposal: ModelProposal, who: number): boolean {
    const { maker, agreed } = proposal
    const isOther = maker !== who && !agreed.includes(who)
    return this.#isOpen(proposal) && isOther && this.has(who, 'APPROVER') && this.mayPropose(maker)
  }

  #canBeKept(deciders: number): boolean {
    if (deciders === 0) return true
    const people = this.roles.map((_, who) => who)
    const approvers = people.filter((who) => this.has(who, 'APPROVER')).length
    return approvers >= deciders && people.filter((who) => this.mayPropose(who)).length > deciders
  }

  #change(proposal: ModelProposal, changes: Partial<ModelProposal>): void {
    this.proposals = this.proposals.map((one) => (one === proposal ? { ...one, ...changes } : one))
  }
}
