import type { Context } from '../src/context.ts'
import { noPassword } from '../src/platform/password-hasher.ts'
import { creditTopUp, recordPayment } from '../src/cash/index.ts'
import { cashOf } from '../src/books/index.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { many } from '../src/platform/db/database.ts'
import { Lookup } from '../src/platform/keys/personal-data.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { performBatch } from '../src/platform/commands/perform-batch.ts'
import {
  type NewLender,
  acceptRiskWarning,
  assignVirtualAccount,
  createLender,
  readRiskWarning,
  virtualAccountsOf,
} from '../src/lenders/index.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'

export type Person = Omit<NewLender, 'passwordHash'> & {
  /** Of an individual, in rupiah a year; null for a company. */
  yearlyIncome: number | null
  /** Rupiah that are paid in once on the day of the first start, in addition to the balance from the history. */
  topUp: number
  /** Before the first start, missing money is paid in as a multiple of this amount in rupiah. */
  paysIn: number
  /** False for lenders without a login, who only co-fund loans. */
  logsIn: boolean
}

const bankOf = (name: string, number: number) => ({
  accountName: name,
  accountNumber: String(number).padStart(10, '0'),
  bankBranch: 'Jakarta',
  bankCode: '009',
  bankName: 'BNI',
  methodPayment: 1 as const,
})

const beside = (phone: string, name: string, number: number): Person => ({
  phone,
  name,
  email: `${phone}@contoh.example`,
  userTypeId: 1,
  bank: bankOf(name, number),
  topUp: 0,
  paysIn: 1_000_000_000,
  logsIn: false,
  yearlyIncome: 400_000_000,
})

/** The lenders of the demo data. The first two, and the company at the end, are for users who try the product. */
export const people: readonly Person[] = [
  {
    phone: '81234567890',
    name: 'Ratna Wirasena',
    email: 'ratna@contoh.example',
    userTypeId: 1,
    bank: bankOf('Ratna Wirasena', 1),
    topUp: 250_000_000,
    paysIn: 5_000_000,
    logsIn: true,
    yearlyIncome: 12_000_000_000,
  },
  {
    phone: '81234567891',
    name: 'PT Lumbung Sentosa Contoh',
    email: 'dana@contoh.example',
    userTypeId: 3,
    institution: {
      companyName: 'PT Lumbung Sentosa Contoh',
      companyEmail: 'dana@contoh.example',
      picFullName: 'Bagas Adiwangsa',
      picPhone: '81234567891',
    },
    bank: bankOf('PT Lumbung Sentosa Contoh', 2),
    topUp: 45_000_000_000,
    paysIn: 100_000_000,
    logsIn: true,
    yearlyIncome: null,
  },
  beside('81234567892', 'Dimas Adikara', 3),
  beside('81234567893', 'Intan Maharatri', 4),
  beside('81234567894', 'Gilang Pradipta', 5),
  beside('81234567895', 'Laras Kinasih', 6),
  {
    phone: '81234567896',
    name: 'Koperasi Karsa Bersama Contoh',
    email: 'keuangan@contoh.example',
    userTypeId: 3,
    institution: {
      companyName: 'Koperasi Karsa Bersama Contoh',
      companyEmail: 'keuangan@contoh.example',
      picFullName: 'Niken Paramastri',
      picPhone: '81234567896',
    },
    bank: bankOf('Koperasi Karsa Bersama Contoh', 7),
    topUp: 900_000_000,
    paysIn: 100_000_000,
    logsIn: true,
    yearlyIncome: null,
  },
]

/** Who registered with the others, never paid in and left. */
export const leaver: Person = { ...beside('81234567897', 'Fajar Nugraha', 8), paysIn: 0 }

/** Of all lenders of the demo, without the people of its companies. */
export const phones: readonly string[] = [...people, leaver].map(({ phone }) => phone)

/** The password of the demo data, which is shown at the start and is no secret. */
export const password = 'Pematang2026'

/**
 * Registers the lenders that do not exist yet.
 * @returns their ids by phone
 */
export async function welcome(context: Context, actor: ActorOf<'operator'>): Promise<Map<string, number>> {
  const known = await idsOf(context)
  for (const { topUp: _, paysIn: __, yearlyIncome: ___, logsIn, ...person } of [...people, leaver]) {
    if (known.has(person.phone)) continue
    const passwordHash = logsIn ? await context.passwords.hash(password) : noPassword
    const { lenderId } = await perform(context, createLender, { actor, input: { ...person, passwordHash } })
    const { version } = await readRiskWarning(context, lenderId)
    await perform(context, acceptRiskWarning, { actor: { kind: 'lender', lenderId }, input: { version } })
  }
  return idsOf(context)
}

/**
 * Assigns each lender a virtual account at each bank that calls us: its service id, and the digits of the phone number.
 */
export async function giveNumbers(
  context: Context,
  actor: ActorOf<'operator'>,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { phone, name } of people) {
    const lenderId = idOf(ids, phone)
    const known = await virtualAccountsOf(context.db, lenderId)
    for (const { methodPayment, name: bankName, inbound, outbound } of context.banks) {
      const [service = ''] = inbound.serviceIds
      if (known.some((account) => account.methodPayment === methodPayment)) continue
      const own = phone.slice(service.length - 15).padStart(15 - service.length, '0')
      const bankCode = outbound?.bankCode ?? (methodPayment === 1 ? '009' : '999')
      const account = { number: service + own, methodPayment, bankCode, bankName, accountName: name }
      await perform(context, assignVirtualAccount, { actor, input: { lenderId, ...account } })
    }
  }
}

async function idsOf({ db }: Context): Promise<Map<string, number>> {
  const rows = await many<{ phone: string; id: number }>(
    db,
    'demo.lenders',
    'select phone, id from lender where phone_search = any($1)',
    [new Lookup(...phones)],
  )
  return new Map(rows.map(({ phone, id }) => [phone, id]))
}

/** Pays in the money that lenders lack for their parts of the loans that begin on a day. */
export async function payIn(
  context: Context,
  ids: ReadonlyMap<string, number>,
  { on, parts }: { on: BusinessDate; parts: readonly { lenderPhone: string; amount: number }[] },
): Promise<void> {
  for (const { phone, paysIn } of people) {
    const mine = parts.filter((part) => part.lenderPhone === phone)
    if (mine.length === 0) continue
    const { available } = await cashOf(context.db, idOf(ids, phone))
    const lacking = mine.reduce((sum, { amount }) => sum + amount, -available)
    if (lacking <= 0) continue
    const amount = Math.ceil(lacking / paysIn) * paysIn
    await payInOnce(context, ids, { name: `history-${phone}-${on}`, phone, amount })
  }
}

/** Pays in the starting cash of each lender, once. */
export async function fillCashAccounts(context: Context, ids: ReadonlyMap<string, number>): Promise<void> {
  for (const { phone, topUp } of people)
    if (topUp > 0) await payInOnce(context, ids, { name: phone, phone, amount: topUp })
}

/** Records the bank's notice of a payment into a lender's virtual account. */
export async function payInOnce(
  context: Context,
  ids: ReadonlyMap<string, number>,
  { name, phone, amount }: { name: string; phone: string; amount: number },
): Promise<void> {
  const accounts = await virtualAccountsOf(context.db, idOf(ids, phone))
  const account = accounts.find(({ methodPayment }) => methodPayment === 1)
  if (!account) return creditAtOnce(context, { name, lenderId: idOf(ids, phone), amount })
  const callId = context.random.uuid()
  const input = {
    ...{ bank: 'BNI' as const, callId, externalId: callId, paymentRequestId: `demo-${name}` },
    ...{ virtualAccountNo: account.number, amount },
  }
  const [outcome] = await performBatch(context, recordPayment, [
    { actor: { kind: 'system' }, key: callId, input },
  ])
  if (outcome && 'error' in outcome) throw outcome.error
}

/** Credits a payment where no bank calls the app, so that nobody has a virtual account. */
async function creditAtOnce(
  context: Context,
  { name, lenderId, amount }: { name: string; lenderId: number; amount: number },
): Promise<void> {
  const config = { ...context.config, TOP_UP_WITHOUT_LINE_LIMIT: Number.MAX_SAFE_INTEGER }
  await perform({ ...context, config }, creditTopUp, {
    actor: { kind: 'operator', name: 'demo' },
    input: { bank: 'BNI', paymentRequestId: `demo-${name}`, lenderId, amount, reason: 'demo without a bank' },
  })
}

function idOf(ids: ReadonlyMap<string, number>, phone: string): number {
  const id = ids.get(phone)
  if (id === undefined) throw new Error(`there is no lender ${phone}`)
  return id
}
