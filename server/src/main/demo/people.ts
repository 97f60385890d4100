import type { Context } from '../../context.ts'
import { creditTopUp } from '../../deposit/credit-top-up.ts'
import { cashOf } from '../../ledger/index.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import { many } from '../../platform/db/database.ts'
import { perform } from '../../platform/mutation.ts'
import { assignVirtualAccount, createLender, type NewLender, virtualAccountsOf } from '../../profile/index.ts'
import type { BusinessDate } from '../../servicing/schedule/index.ts'

export type Person = Omit<NewLender, 'passwordHash'> & {
  /** Rupiah that are paid in once on the day of the first start, beside what is left of the history. */
  topUp: number
  /** Before it, what is lacking to lend is paid in in whole multiples of so many rupiah. */
  paysIn: number
  /** False for those who only lend beside the others. */
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
})

/** The lenders of the demo world. The first two are for whoever tries it out. */
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
  },
  beside('81234567892', 'Dimas Adikara', 3),
  beside('81234567893', 'Intan Maharatri', 4),
  beside('81234567894', 'Gilang Pradipta', 5),
  beside('81234567895', 'Laras Kinasih', 6),
]

/** The demo world's password is shown at the start; it is no secret. */
export const password = 'Pematang2026'

/** A hash that no password has, for those who never log in: hashing is slow on purpose. */
const noPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Registers those who are not there yet. @returns their ids by phone */
export async function welcome(context: Context, actor: Actor): Promise<Map<string, number>> {
  const known = await idsOf(context)
  for (const { topUp: _, paysIn: __, logsIn, ...person } of people) {
    if (known.has(person.phone)) continue
    const passwordHash = logsIn ? await context.passwords.hash(password) : noPassword
    await perform(context, createLender, { actor, input: { ...person, passwordHash } })
  }
  return idsOf(context)
}

/** Gives each lender a number to pay in to at each bank that calls us: its service, and the digits of the phone. */
export async function giveNumbers(
  context: Context,
  actor: Actor,
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
    'select phone, id from lender where phone = any($1)',
    [people.map(({ phone }) => phone)],
  )
  return new Map(rows.map(({ phone, id }) => [phone, id]))
}

/** Pays in what lenders lack of their parts of loans that begin on a day. */
export async function payIn(
  context: Context,
  actor: Actor,
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
    await payInOnce(context, actor, ids, { name: `history-${phone}-${on}`, phone, amount })
  }
}

/** Gives everybody the cash that he starts with, once. */
export async function fillPurses(
  context: Context,
  actor: Actor,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { phone, topUp } of people)
    if (topUp > 0) await payInOnce(context, actor, ids, { name: phone, phone, amount: topUp })
}

async function payInOnce(
  context: Context,
  actor: Actor,
  ids: ReadonlyMap<string, number>,
  { name, phone, amount }: { name: string; phone: string; amount: number },
): Promise<void> {
  const input = { bank: 'BNI' as const, paymentRequestId: `demo-${name}`, lenderId: idOf(ids, phone), amount }
  await perform(context, creditTopUp, { actor, input })
}

function idOf(ids: ReadonlyMap<string, number>, phone: string): number {
  const id = ids.get(phone)
  if (id === undefined) throw new Error(`there is no lender ${phone}`)
  return id
}
