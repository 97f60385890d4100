import { createHash } from 'node:crypto'
import { codeOf, spacedCode } from '@pematang/contract/reports/balance-confirmation/code'
import type { issueBalanceConfirmation as endpoint } from '@pematang/contract/reports/balance-confirmation/endpoints'
import type { EndpointAnswer } from '@pematang/contract/endpoint'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { confirmationNumber } from '@pematang/contract/format/reference-number'
import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import type { Origin } from '../../platform/audit/audit.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { qualityNames } from '../portfolio-report/index.ts'
import { figuresOn } from './figures.ts'
import {
  type Confirmation,
  findHolder,
  findStanding,
  insertConfirmation,
  type NewConfirmation,
} from './store.ts'

type Issued = EndpointAnswer<typeof endpoint>

/**
 * Stores a confirmation that was prepared outside the transaction. If a concurrent request stored one for the same day
 * first, that one is kept.
 */
const storeConfirmation = mutation<Context, NewConfirmation, { isNew: boolean }>({
  operation: 'issueBalanceConfirmation',
  permit: ['lender'],
  async run(tx, row, { actor: { lenderId } }) {
    const isNew = await insertConfirmation(tx, lenderId, row)
    const { number, asOf, total } = row
    return { answer: { isNew }, subject: `confirmation:${number}`, detail: { asOf, total, isNew } }
  },
})

/**
 * Issues the confirmation of a lender's balances at the end of a day. These never change, so a day has one
 * confirmation, and another one only after a revocation.
 * @throws Refusal CONFIRMATION_DAY when the day is not over, or before the account was opened
 */
export async function issueConfirmation(
  context: Context,
  lenderId: number,
  on: BusinessDate,
  origin: Origin,
): Promise<Issued> {
  const { name, over } = await findHolder(context.db, lenderId, on)
  if (!over) throw new Refusal('CONFIRMATION_DAY')
  const standing = await findStanding(context.db, lenderId, on)
  if (standing) return toIssued(standing)
  const input = await prepare(context, lenderId, { on, name })
  await perform(context, storeConfirmation, { actor: { kind: 'lender', lenderId }, input, ...origin })
  return toIssued(required(await findStanding(context.db, lenderId, on), 'NOT_FOUND'))
}

/** The figures, the code and the signed PDF, which is rendered on a thread. */
async function prepare(
  { db, config, clock, random, renderer, contents }: Context,
  lenderId: number,
  { on, name }: { on: BusinessDate; name: string },
): Promise<NewConfirmation> {
  const { qualities, ...figures } = await figuresOn(db, lenderId, on)
  const number = confirmationNumber(random.uuid())
  const code = codeOf(Buffer.from(random.token(), 'base64url'))
  const { bytes, platformCertificate } = await renderer.renderConfirmation({
    ...figures,
    operator: {
      name: config.OPERATOR_NAME,
      address: config.OPERATOR_ADDRESS,
      licenceLine: config.OPERATOR_LICENCE_LINE,
    },
    qualities: qualities.map((one) => ({ ...one, name: qualityNames[one.name] })),
    number,
    code: spacedCode(code),
    verifiedAt: `${config.APP_ORIGIN}/lender/verifikasi`,
    holder: name,
    asOf: on,
    issuedAt: clock.now(),
  })
  return {
    ...figures,
    platformCertificate,
    kept: await contents.keep(bytes),
    id: random.secureId(),
    number,
    asOf: on,
    codeSha256: hashOfCode(code),
    initials: initialsOf(name),
  }
}

/** The hash by which a code is looked up: the code itself is only in the PDF. */
export const hashOfCode = (code: string): Buffer =>
  createHash('sha256').update(`confirmation ${code}`).digest()

/** The first letter of each of the first five words of a name. */
export const initialsOf = (name: string): string =>
  name
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 5)
    .map((word) => `${/./u.exec(word)?.[0].toUpperCase()}.`)
    .join(' ') || '–'

const toIssued = ({ number, asOf, total, issuedAt }: Confirmation): Issued => ({
  number,
  asOf,
  sum: total,
  issuedAt: issuedAt.toISOString(),
})
