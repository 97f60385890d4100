import type { Context } from '../../context.ts'
import { insertReversal } from '../../books/index.ts'
import { lockLender, suspend } from '../../lenders/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { sum } from '../../platform/sum.ts'
import { nameDocument, type SupportingDocument } from '../withdrawal/index.ts'
import { type Fraction, partsOf } from './shares.ts'
import {
  type Estate,
  estateOf,
  type Heir,
  type HeirAccount,
  heirsOf,
  insertEstate,
  insertHeirAccount,
} from './store.ts'

export type RecordEstate = {
  lenderId: number
  /** The certificate of inheritance (surat keterangan waris, or a decision of a court). */
  document: SupportingDocument
  /** In the order of the document; heir 1 is the first. */
  heirs: readonly (HeirAccount & { share: Fraction })[]
  reason: string
}

/** `known` is whether it was recorded before, so that nothing was written now. */
export type EstateRecorded = { estateId: string; heirs: number; sessionsEnded: number; known: boolean }

/**
 * Records the heirs of a dead lender, with their shares and bank accounts, and suspends the lender: no login, funding or
 * withdrawal from then on, while holdings continue. The lender is told, who might be alive. Idempotent for the same content.
 * @throws Refusal SHARES_NOT_WHOLE, ESTATE_EXISTS, DOCUMENT_MISMATCH; Error for a company
 */
export const recordEstate = mutation<Context, RecordEstate, EstateRecorded>({
  operation: 'recordEstate',
  permit: ['operator'],
  secondPair: true,
  security: true,
  async run(tx, { lenderId, document, heirs, reason }, { context }) {
    const { state, userTypeId } = await lockLender(tx, lenderId)
    if (userTypeId === 3) throw new Error('Pemberi Dana ini perusahaan, yang tidak memiliki ahli waris.')
    const parts = partsOf(heirs.map(({ share }) => share))
    await nameDocument(tx, document)
    const subject = `lender:${lenderId}`
    const standing = await estateOf(tx, lenderId)
    if (standing) {
      if (!(await isSame(tx, standing, document, parts, heirs))) throw new Refusal('ESTATE_EXISTS')
      return {
        answer: { estateId: standing.id, heirs: heirs.length, sessionsEnded: 0, known: true },
        subject,
      }
    }
    const id = context.random.uuid()
    await insertEstate(tx, { lenderId, id, parts, document: document.name, reason })
    for (const [place, { accountName, accountNumber, bankCode }] of heirs.entries())
      await insertHeirAccount(tx, {
        ...{ lenderId, estateId: id, heir: place + 1 },
        ...{ accountName, accountNumber, bankCode },
      })
    const sessionsEnded = state === 'ACTIVE' ? await suspend(tx, context, lenderId) : 0
    return {
      answer: { estateId: id, heirs: heirs.length, sessionsEnded, known: false },
      subject,
      detail: { estateId: id, parts, document: document.name, sha256: document.sha256, reason },
    }
  },
})

/** Whether an estate was recorded with this content; an account that was changed since is another one. */
async function isSame(
  tx: Transaction,
  { id, parts, document }: Estate,
  { name }: SupportingDocument,
  wanted: readonly number[],
  heirs: readonly HeirAccount[],
): Promise<boolean> {
  const contentOf = (of: readonly HeirAccount[]) =>
    JSON.stringify(
      of.map(({ accountName, accountNumber, bankCode }) => [accountName, accountNumber, bankCode]),
    )
  return (
    document === name &&
    parts.join() === wanted.join() &&
    contentOf(await heirsOf(tx, id, null)) === contentOf(heirs)
  )
}

export type ChangeHeirAccount = {
  lenderId: number
  /** The number of the heir, from 1. */
  heir: number
  account: HeirAccount
  /** What the account is known by. */
  document: SupportingDocument
}

/**
 * Changes the account of an heir, e.g. after the bank refused it; the next payment goes to it.
 * @throws Refusal ESTATE_MISSING, DOCUMENT_MISMATCH, NOT_FOUND, ESTATE_UNDER_WAY while a payment to the former account is
 *   held, which has to be stopped first
 */
export const changeHeirAccount = mutation<Context, ChangeHeirAccount, { estateId: string }>({
  operation: 'changeHeirAccount',
  permit: ['operator'],
  secondPair: true,
  security: true,
  async run(tx, { lenderId, heir, account, document }) {
    await lockLender(tx, lenderId)
    await nameDocument(tx, document)
    const { id: estateId } = required(await estateOf(tx, lenderId), 'ESTATE_MISSING')
    const before = required(
      (await heirsOf(tx, estateId, null)).find((one) => one.heir === heir),
      'NOT_FOUND',
    )
    if (before.held > 0) throw new Refusal('ESTATE_UNDER_WAY')
    await insertHeirAccount(tx, { ...account, lenderId, estateId, heir })
    return {
      answer: { estateId },
      subject: `lender:${lenderId}`,
      detail: {
        ...{ estateId, heir, document: document.name, sha256: document.sha256 },
        lastDigits: account.accountNumber.slice(-4),
      },
    }
  },
})

/** What the heirs have got; it stays with them. Whole rupiah. */
export type EstateTakenBack = { estateId: string; paid: number }

/**
 * Takes the estate of a lender back: it was another's, or another certificate replaces it, which is recorded anew and
 * divides what is left. What was paid stays paid. The lender stays suspended until reactivated.
 * @throws Refusal ESTATE_MISSING, or ESTATE_UNDER_WAY while a payment has not ended
 */
export const takeBackEstate = mutation<Context, { lenderId: number; reason: string }, EstateTakenBack>({
  operation: 'takeBackEstate',
  permit: ['operator'],
  secondPair: true,
  security: true,
  async run(tx, { lenderId, reason }, { context }) {
    await lockLender(tx, lenderId)
    const { id: estateId } = required(await estateOf(tx, lenderId), 'ESTATE_MISSING')
    const heirs = await heirsOf(tx, estateId, null)
    const amountOf = (of: (heir: Heir) => number) => sum(heirs.map(of))
    if (amountOf(({ underWay }) => underWay) > 0) throw new Refusal('ESTATE_UNDER_WAY')
    await insertReversal(tx, {
      ...{ id: context.random.uuid(), kind: 'ESTATE', ofId: estateId },
      ...{ journalId: null, reason },
    })
    const answer = { estateId, paid: amountOf(({ gone }) => gone) }
    return { answer, subject: `lender:${lenderId}`, detail: { ...answer, reason } }
  },
})
