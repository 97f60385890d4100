import type { Verb } from '../verb.ts'
import { estateVerbs } from './estates.ts'
import { holdingVerbs } from './holdings.ts'
import { cashOpeningVerbs } from './cash-openings.ts'
import { disbursementVerbs } from './disbursements.ts'
import { fundingVerbs } from './fundings.ts'
import { loanVerbs } from './loans.ts'
import { offerVerbs } from './offers.ts'
import { bankLineVerbs } from './bank-lines.ts'
import { paymentVerbs } from './payments.ts'
import { proposalVerbs } from './proposals.ts'
import { voteVerbs } from './votes.ts'
import { withdrawalVerbs } from './withdrawals.ts'

const moving: readonly Verb[] = [
  ...fundingVerbs,
  ...paymentVerbs,
  ...cashOpeningVerbs,
  ...bankLineVerbs,
  ...withdrawalVerbs,
  ...estateVerbs,
  ...holdingVerbs,
  ...disbursementVerbs,
  ...offerVerbs,
  ...loanVerbs,
  ...voteVerbs,
]

/** All that moves money, each with its trial. `npm run money-commands` checks that none is left out. */
export const verbs: readonly Verb[] = [...moving, ...proposalVerbs(moving)]
