import { bankSabotages } from './bank.ts'
import { fundingSabotages } from './funding.ts'
import { restructuringSabotages } from './restructuring.ts'
import { secondPairSabotages } from './second-pair.ts'
import { servicingSabotages } from './servicing.ts'
import { takeOverSabotages } from './take-over.ts'

/** All rules that can be switched off; each must be detected. */
export const sabotages = [
  ...fundingSabotages,
  ...bankSabotages,
  ...servicingSabotages,
  ...restructuringSabotages,
  ...takeOverSabotages,
  ...secondPairSabotages,
]
