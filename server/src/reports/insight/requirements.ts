import type { MandateStanding } from '@pematang/contract/funding/mandate/endpoints'
import { formatDateLong } from '@pematang/contract/format/date'
import { type RefusalCode, refusals } from '@pematang/contract/catalogue'
import type { Requirement } from '@pematang/contract/reports/insight/endpoints'
import type { Context } from '../../context.ts'
import { readMandate } from '../../funding/index.ts'
import {
  isPicOf,
  type LenderFault,
  lenderFaults,
  type MissingFactor,
  missingFactorOf,
  readLimitFacts,
} from '../../lenders/index.ts'
import { one, type Queryable } from '../../platform/db/database.ts'

/**
 * What an account still needs before its lender can fund, withdraw, deposit, or let a strategy fund. The commands
 * refuse by the same facts, so a screen that shows this before any typing spares the lender a refusal after it.
 * @param member the person of a company who asks; undefined where a lender is alone
 */
export async function listRequirements(
  context: Context,
  lenderId: number,
  member: number | undefined,
): Promise<Requirement[]> {
  const [account, limits, mandate, factor] = await Promise.all([
    readAccount(context.db, lenderId),
    readLimitFacts(context, lenderId),
    readMandate(context, lenderId),
    member === undefined ? null : missingFactorOf(context.db, member),
  ])
  return [
    factor && secondFactor(factor),
    ...(limits ? lenderFaults(limits) : []).map(ofFault),
    !hasSigner(account) && barring('PERSON_IN_CHARGE', 'COMPANY_PIC_MISSING', 'FUNDING'),
    !account.hasBankAccount && barring('BANK_ACCOUNT', 'WITHDRAWAL_ACCOUNT_MISSING', 'WITHDRAWAL'),
    !account.hasVirtualAccount && virtualAccount,
    account.lacksTaxNumber && taxNumber,
    account.wantsMandate && mandateOf(mandate),
  ].filter((found) => found !== false && found !== null)
}

const faults: Record<LenderFault, Pick<Requirement, 'name' | 'state'>> = {
  LENDER_CLASS_MISSING: { name: 'LENDER_CLASS', state: 'MISSING' },
  INCOME_EVIDENCE_EXPIRED: { name: 'LENDER_CLASS', state: 'EXPIRED' },
  AGE_MISSING: { name: 'AGE', state: 'MISSING' },
  AGE_TOO_LOW: { name: 'AGE', state: 'UNMET' },
  IDENTITY_UNCHECKED: { name: 'IDENTITY_CHECK', state: 'MISSING' },
}

const barring = (
  name: Requirement['name'],
  code: RefusalCode,
  barred: Requirement['bars'][number],
  state: Requirement['state'] = 'MISSING',
): Requirement => ({ name, state, code, message: refusals[code].sentence({}), bars: [barred] })

const ofFault = (code: LenderFault): Requirement =>
  barring(faults[code].name, code, 'FUNDING', faults[code].state)

/** Deposit is no command: its screen opens only with a virtual account. */
const virtualAccount: Requirement = {
  name: 'VIRTUAL_ACCOUNT',
  state: 'WAITING',
  code: null,
  message:
    'Nomor virtual account Anda masih diproses. Jangan transfer ke nomor lain; hubungi kami bila nomor Anda belum ada saat Anda ingin deposit.',
  bars: ['DEPOSIT'],
}

const taxNumber: Requirement = {
  name: 'TAX_NUMBER',
  state: 'MISSING',
  code: null,
  message:
    'NPWP atau NIK Anda belum terdaftar, sehingga pajak atas bunga dipotong dengan tarif yang lebih tinggi. Hubungi kami untuk mendaftarkannya.',
  bars: [],
}

const secondFactor = ({ from, isDue }: MissingFactor): Requirement => ({
  name: 'SECOND_FACTOR',
  state: 'MISSING',
  code: isDue ? 'FACTOR_NEEDED' : null,
  message: isDue
    ? refusals.FACTOR_NEEDED.sentence()
    : `Perusahaan Anda mewajibkan verifikasi dua langkah mulai ${formatDateLong(from)}.`,
  bars: isDue ? ['FUNDING', 'WITHDRAWAL', 'AUTO_FUNDING'] : [],
})

/** Null while a mandate is in force. */
function mandateOf({ canSign, inForce, waiting }: MandateStanding): Requirement | null {
  if (inForce) return null
  const missing = barring('MANDATE', canSign ? 'MANDATE_MISSING' : 'MANDATE_PROVIDER', 'AUTO_FUNDING')
  if (!canSign) return missing
  return waiting
    ? { ...missing, state: 'WAITING', message: 'Kuasa pendanaan otomatis Anda menunggu tanda tangan.' }
    : { ...missing, message: 'Strategi Anda aktif, tetapi tidak ada kuasa pendanaan otomatis yang berlaku.' }
}

type Account = {
  isCompany: boolean
  name: string
  companyName: string | null
  picName: string | null
  hasBankAccount: boolean
  hasVirtualAccount: boolean
  lacksTaxNumber: boolean
  /** Whether a strategy is active, which funds only under a mandate. */
  wantsMandate: boolean
}

const hasSigner = ({ isCompany, name, companyName, picName }: Account): boolean =>
  !isCompany || (picName !== null && isPicOf(picName, companyName ?? name))

const readAccount = (db: Queryable, lenderId: number): Promise<Account> =>
  one<Account>(
    db,
    'reports.insight.account',
    `select l.user_type_id = 3 as "isCompany", l.name, i.company_name as "companyName",
            i.pic_full_name as "picName", l.tax_status = 'NO_TAX_NUMBER' as "lacksTaxNumber",
            exists (select from lender_bank_account b where b.lender_id = l.id) as "hasBankAccount",
            exists (select from lender_virtual_account v where v.lender_id = l.id and v.ended_at is null)
              as "hasVirtualAccount",
            exists (select from auto_strategy s where s.lender_id = l.id and s.state = 'ACTIVE') as "wantsMandate"
       from lender l left join lender_institution i on i.lender_id = l.id where l.id = $1`,
    [lenderId],
  )
