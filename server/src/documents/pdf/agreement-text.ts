import { cleanAll } from './clean-text.ts'
import { type AgreementContent, textHash } from './content.ts'
import { ppText } from './pp-text.ts'
import { ppfpText } from './ppfp-text.ts'
import type { AgreementKind, AgreementSnapshot } from './snapshot.ts'

/**
 * The text of one of the two agreements, with the content that POJK 40/2024 requires: number, date, parties, amounts,
 * economic benefit, term, penalties, risk, data, disputes. The PP contains the number and text hash of its PPFP; the
 * PPFP contains only the number of the PP, since two texts cannot contain the hash of each other.
 */
export function agreementText(kind: AgreementKind, snapshot: AgreementSnapshot): AgreementContent {
  const clean = cleanAll(snapshot)
  const facility = ppfpText(clean)
  if (kind === 'ppfp') return facility
  return ppText(clean, { number: facility.number, textHash: textHash(facility) })
}
