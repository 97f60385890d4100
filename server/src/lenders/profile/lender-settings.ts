import type { LenderState } from '../auth/index.ts'
import type { Context } from '../../context.ts'
import { lockOwners, openAccount } from '../../books/index.ts'
import { notifyLender, tellFormer } from '../notifications/index.ts'
import { ColumnFault } from '../../platform/csv/column-fault.ts'
import { maybe, one, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Sealed } from '../../platform/keys/personal-data.ts'
import { mutation } from '../../platform/commands/command.ts'
import { searchedEmail } from './search-lenders.ts'
import { type DgsignType, isPicOf } from './signer.ts'

export type Institution = {
  companyName: string
  companyEmail: string
  picFullName: string
  picPhone: string
}

/** @throws ColumnFault unless the person in charge of a company is named in full, because they sign its agreements */
export function requirePic(picFullName: string, companyName: string): void {
  if (!isPicOf(picFullName, companyName))
    throw new ColumnFault(
      'pic',
      'penanggung jawab disebut dengan nama lengkap, bukan nama perusahaan: ia menandatangani perjanjiannya',
    )
}

/** The tax rates on interest by PMK 69/PMK.03/2022, in ppm. The rate of a treaty is stored with the lender's status. */
export const taxRates = { DOMESTIC: 150_000, NO_TAX_NUMBER: 300_000, FOREIGN: 200_000 } as const
export type TaxStatus = keyof typeof taxRates | 'TREATY'
export const taxStatuses: readonly TaxStatus[] = ['DOMESTIC', 'NO_TAX_NUMBER', 'FOREIGN', 'TREATY']

/**
 * Stores the company of a corporate lender; future agreements name it and its person in charge. A changed address or
 * phone is told.
 * @throws Error for an individual or an unknown lender
 * @throws ColumnFault for a person in charge without a name of their own
 */
export const storeInstitution = mutation<Context, { lenderId: number } & Institution, { kept: true }>({
  operation: 'storeInstitution',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { lenderId, companyName, companyEmail, picFullName, picPhone }, { context }) {
    const lender = await lockLender(tx, lenderId)
    if (lender.userTypeId !== 3) throw new Error(`Pemberi Dana ${lenderId} orang pribadi, bukan perusahaan.`)
    requirePic(picFullName, companyName)
    const before = await maybe<{ email: string; phone: string }>(
      tx,
      'lenders.profile.institution_before',
      'select company_email as email, pic_phone as phone from lender_institution where lender_id = $1',
      [lenderId],
    )
    // What is unchanged is not encrypted again, because the new ciphertext would count as another address.
    const changed = { email: before?.email !== companyEmail, phone: before?.phone !== picPhone }
    await run(
      tx,
      'lenders.profile.store_institution',
      `insert into lender_institution (lender_id, company_name, company_email, pic_full_name, pic_phone, email_search)
       values ($1, $2, $3, $4, $5, $8)
       on conflict (lender_id) do update set company_name = excluded.company_name, email_search = excluded.email_search,
         company_email = case when $6 then excluded.company_email else lender_institution.company_email end,
         pic_full_name = excluded.pic_full_name,
         pic_phone = case when $7 then excluded.pic_phone else lender_institution.pic_phone end`,
      [
        ...[lenderId, companyName, new Sealed(companyEmail), picFullName, new Sealed(picPhone)],
        ...[changed.email, changed.phone, searchedEmail(companyEmail)],
      ],
    )
    if (before && (changed.email || changed.phone)) {
      const notice = { lenderId, id: context.random.uuid(), kind: 'CONTACT_CHANGED' } as const
      await notifyLender(tx, notice, notice.kind, { phone: false, email: false, company: true })
      await tellFormer(tx, context, notice, lender)
    }
    return { answer: { kept: true }, subject: `lender:${lenderId}` }
  },
})

/**
 * `ratePpm` (ppm) is for TREATY only, and at most the 20% that it reduces (article 26 of the income tax law); the rates
 * of the other statuses are set by law.
 */
export type NewTaxStatus = { lenderId: number; status: TaxStatus; ratePpm?: number }

/**
 * Stores how interest is taxed in future payments; tax already withheld does not change.
 * @throws ColumnFault for a treaty without a rate or with one above that of FOREIGN, another status with a rate, or a status that
 *   contradicts the tax number
 */
export const storeTaxStatus = mutation<Context, NewTaxStatus, { ratePpm: number }>({
  operation: 'storeTaxStatus',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { lenderId, status, ratePpm }) {
    if ((status === 'TREATY') !== (ratePpm !== undefined))
      throw new ColumnFault('treaty_rate', 'tarif disebut bagi status TREATY, dan tidak bagi yang lain')
    if (ratePpm !== undefined && ratePpm > taxRates.FOREIGN)
      throw new ColumnFault(
        'treaty_rate',
        'tarif perjanjian pajak paling banyak 0.2: perjanjian mengurangi 20% PPh 26',
      )
    const rate = status === 'TREATY' ? (ratePpm ?? 0) : taxRates[status]
    await lockLender(tx, lenderId)
    await refuseAgainstNumber(tx, lenderId, status)
    await run(
      tx,
      'lenders.profile.store_tax_status',
      'update lender set tax_status = $2, tax_rate_ppm = $3 where id = $1',
      [lenderId, status, rate],
    )
    return { answer: { ratePpm: rate }, subject: `lender:${lenderId}`, detail: { status, ratePpm: rate } }
  },
})

/** Whether a resident has a tax number is said by the number, where one was ever stored. */
async function refuseAgainstNumber(tx: Transaction, lenderId: number, status: TaxStatus): Promise<void> {
  if (status !== 'DOMESTIC' && status !== 'NO_TAX_NUMBER') return
  const newest = await maybe<{ isThere: boolean }>(
    tx,
    'lenders.profile.newest_tax_number',
    `select number is not null as "isThere" from lender_tax_number where lender_id = $1 order by version desc limit 1`,
    [lenderId],
  )
  if (newest && newest.isThere !== (status === 'DOMESTIC'))
    throw new ColumnFault(
      'tax_status',
      newest.isThere
        ? 'Pemberi Dana ini memiliki nomor pajak: batalkan dengan lenders tax-number set --none'
        : 'nomor pajak Pemberi Dana ini sudah dibatalkan: catat nomornya dengan lenders tax-number set',
    )
}

/**
 * Stores the signature provider of a lender: PRIVY on its page, XIGNATURE by hash. Fundings whose documents are already
 * at PRIVY are still signed there.
 * @param signerId the provider's id of the lender, e.g. their PrivyID; unchanged if omitted
 * @throws ColumnFault if the id belongs to another lender, and while documents under the old id wait for a signature
 * @throws Error to XIGNATURE while a funding waits that was asked for without a password because a page would ask for a proof
 */
export const storeSigner = mutation<
  Context,
  { lenderId: number; dgsignType: DgsignType; signerId?: string | undefined },
  { dgsignType: DgsignType }
>({
  operation: 'storeSigner',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { lenderId, dgsignType, signerId }) {
    await lockLender(tx, lenderId)
    // Each concurrent funding is asked for a password by the new provider, or waits already and is seen here.
    await lockOwners(tx, 'LENDER_CASH', [lenderId])
    if (signerId !== undefined) await refuseSignerId(tx, lenderId, signerId)
    if (dgsignType === 'XIGNATURE') await refuseUnproved(tx, lenderId)
    await run(
      tx,
      'lenders.profile.store_signer',
      'update lender set dgsign_type = $2, digi_sign_id = coalesce($3, digi_sign_id) where id = $1',
      [lenderId, dgsignType, signerId ?? null],
    )
    return { answer: { dgsignType }, subject: `lender:${lenderId}`, detail: { dgsignType, signerId } }
  },
})

async function refuseUnproved(tx: Transaction, lenderId: number): Promise<void> {
  const { waits } = await one<{ waits: boolean }>(
    tx,
    'lenders.profile.unproved',
    `select dgsign_type = 'PRIVY' and exists (
              select from funding f where f.lender_id = $1 and f.state = 'WAITING'
                 and not exists (select from signing_request s where s.funding_id = f.id)) as waits
       from lender where id = $1`,
    [lenderId],
  )
  if (waits)
    throw new Error(
      'Pendanaan Pemberi Dana ini sedang menuju PRIVY, dan akan ditandatangani dengan hash tanpa kata sandi: coba lagi sebentar lagi.',
    )
}

async function refuseSignerId(tx: Transaction, lenderId: number, signerId: string): Promise<void> {
  const { taken, waits } = await one<{ taken: boolean; waits: boolean }>(
    tx,
    'lenders.profile.signer_id',
    `select exists (select from lender where digi_sign_id = $2 and id <> $1) as taken,
            exists (select from funding where lender_id = $1 and state = 'WAITING') as waits
       from lender where id = $1 and digi_sign_id <> $2
     union all select false, false limit 1`,
    [lenderId, signerId],
  )
  if (taken) throw new ColumnFault('signer_id', `Pemberi Dana lain menandatangani sebagai ${signerId}`)
  if (waits)
    throw new ColumnFault(
      'signer_id',
      'perjanjian Pemberi Dana ini menunggu tanda tangan dengan namanya sekarang di penyedia: biarkan selesai dahulu',
    )
}

/** Sets whether a lender is offered bulk products (specification, section 6). */
export const setBulkFunding = mutation<Context, { lenderId: number; enabled: boolean }, { enabled: boolean }>(
  {
    operation: 'setBulkFunding',
    permit: ['operator'],
    secondPair: true,
    async run(tx, { lenderId, enabled }) {
      await lockLender(tx, lenderId)
      await run(
        tx,
        'lenders.profile.store_bulk_funding',
        'update lender set bulk_funding = $2 where id = $1',
        [lenderId, enabled],
      )
      return { answer: { enabled }, subject: `lender:${lenderId}`, detail: { enabled } }
    },
  },
)

/**
 * Opens a second cash account: from now on money through the other bank (method 2) is credited there, shown separately,
 * and withdrawn through that bank. Fundings do not use it. It cannot be closed.
 */
export const openAdditionalCashAccount = mutation<Context, { lenderId: number }, { opened: true }>({
  operation: 'openAdditionalCashAccount',
  permit: ['operator'],
  withoutSecondPair: 'the account is empty and the lender’s own',
  async run(tx, { lenderId }, { context }) {
    await lockLender(tx, lenderId)
    await openAccount(tx, context.random.id(), 'LENDER_CASH_ADDITIONAL', lenderId)
    return { answer: { opened: true }, subject: `lender:${lenderId}` }
  },
})

type LockedLender = { userTypeId: number; state: LenderState; phone: string; email: string }

/** Whether a lender, whose row the caller has locked, has a second factor. */
export async function hasFactor(tx: Transaction, lenderId: number): Promise<boolean> {
  const { has } = await one<{ has: boolean }>(
    tx,
    'lenders.profile.has_factor',
    'select second_factor as has from lender where id = $1',
    [lenderId],
  )
  return has
}

/** Locks a lender for this transaction, so that changes by two operators are serialised. */
export async function lockLender(tx: Transaction, lenderId: number): Promise<LockedLender> {
  const lender = await maybe<LockedLender>(
    tx,
    'lenders.profile.lock',
    'select user_type_id as "userTypeId", state, phone, email from lender where id = $1 for no key update',
    [lenderId],
  )
  if (!lender) throw new Error(`Tidak ada Pemberi Dana ${lenderId}.`)
  return lender
}
