import type { Context } from '../context.ts'
import type { GatedCommand } from '../platform/registration.ts'
import { recoverFactors } from './factor-changes/index.ts'
import { setLimits } from './limits/index.ts'
import {
  changeContact,
  createLender,
  storeLenderClass,
  storeInstitution,
  storeBankAccount,
  storeTaxStatus,
  storeSigner,
  setBulkFunding,
  reactivateLender,
  reverseTaxStatus,
  storeTaxNumber,
  assignVirtualAccount,
} from './profile/index.ts'
import { recordAcceptance, publishRiskWarning } from './risk-warning/index.ts'

/** The commands of this district that declare `secondPair`. */
export const gated: readonly GatedCommand<Context>[] = [
  setLimits,
  changeContact,
  createLender,
  storeLenderClass,
  storeInstitution,
  storeBankAccount,
  storeTaxStatus,
  storeSigner,
  setBulkFunding,
  reactivateLender,
  reverseTaxStatus,
  storeTaxNumber,
  assignVirtualAccount,
  recordAcceptance,
  publishRiskWarning,
  recoverFactors,
]
