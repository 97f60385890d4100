import { phoneColumn, phoneLimit } from '../../operator/files/index.ts'
import { nameCell } from '../../operator/files/names.ts'
import { type LineRefusal, optionalColumn, requiredColumn, type Table } from '../../platform/csv/table.ts'
import { emailAddress } from '../../platform/csv/email.ts'
import {
  birthDate,
  businessDate,
  digits,
  oneOf,
  partsPerMillion,
  phoneDigits,
  text,
} from '../../platform/csv/values.ts'
import { type Invitation, invitations } from '../auth/index.ts'
import { lenderClassTable, type LenderClassRow } from './class-file.ts'
import { type TaxStatus, taxStatuses } from './lender-settings.ts'
import { type DgsignType, signerIdCell } from './signer.ts'
import { taxNumberCell } from './tax-number-file.ts'

/** A line of a lender file: everything that a new lender needs. An empty cell is null and says nothing. */
export type LenderRow = {
  phone: string
  type: 'PERSON' | 'COMPANY'
  name: string
  email: string
  companyEmail: string | null
  pic: string | null
  picPhone: string | null
  invite: Invitation | null
  kind: LenderClassRow['kind'] | null
  yearlyIncome: number | null
  supervised: 'YES' | 'NO' | null
  since: string | null
  evidence: string | null
  validUntil: string | null
  birthDate: string | null
  married: 'YES' | 'NO' | null
  checkedOn: string | null
  checkReference: string | null
  taxNumber: string | null
  taxStatus: TaxStatus
  /** In ppm, of TREATY. */
  treatyRate: number | null
  bankAccount: string | null
  bankHolder: string | null
  bankCode: string | null
  bankName: string | null
  bankBranch: string | null
  bankMethod: '1' | '2' | null
  vaBni: string | null
  vaOther: string | null
  vaOtherCode: string | null
  vaOtherBank: string | null
  vaHolder: string | null
  signer: DgsignType | null
  signerId: string | null
}

const named = (name: string, most: number, of: string) =>
  optionalColumn(name, 'text', `at most ${most} characters; ${of}`, nameCell(most))

const { yearlyIncome, supervised, since, validUntil, ...ofClass } = lenderClassTable.columns
const bankDigits = '3 digits'

/** The format of the lender file (docs/lender-file.md). */
export const lenderTable: Table<LenderRow> = {
  kind: 'Pemberi Dana',
  mayLeaveOut: true,
  columns: {
    phone: phoneColumn,
    type: requiredColumn('type', 'word', 'PERSON, COMPANY', oneOf(['PERSON', 'COMPANY'])),
    name: requiredColumn('name', 'text', 'at most 100 characters', nameCell(100)),
    email: requiredColumn('email', 'text', 'an e-mail address', emailAddress),
    companyEmail: optionalColumn('company_email', 'text', 'an e-mail address; of COMPANY', emailAddress),
    pic: named('pic', 100, 'required of COMPANY'),
    picPhone: optionalColumn('pic_phone', 'text', `${phoneLimit}; of COMPANY`, phoneDigits),
    invite: optionalColumn('invite', 'word', invitations.join(', '), oneOf(invitations)),
    kind: optionalColumn('kind', 'word', ofClass.kind.limit, ofClass.kind.read),
    yearlyIncome,
    supervised,
    since,
    evidence: optionalColumn('evidence', 'text', `${ofClass.evidence.limit}; required with kind`, text(100)),
    validUntil,
    birthDate: optionalColumn('birth_date', 'date', '1900-01-01 to today; of PERSON', birthDate),
    married: optionalColumn('married', 'word', 'YES, NO; of PERSON', oneOf(['YES', 'NO'])),
    checkedOn: optionalColumn('checked_on', 'date', 'birth_date to today', businessDate),
    checkReference: optionalColumn(
      'check_reference',
      'text',
      'at most 100 characters; required with checked_on',
      text(100),
    ),
    taxNumber: optionalColumn(
      'tax_number',
      'text',
      '16 digits; spaces, dots and dashes are ignored',
      taxNumberCell,
    ),
    taxStatus: requiredColumn('tax_status', 'word', taxStatuses.join(', '), oneOf(taxStatuses)),
    treatyRate: optionalColumn(
      'treaty_rate',
      'fraction',
      '0 to 0.2; of TREATY, and required of it',
      partsPerMillion,
    ),
    bankAccount: optionalColumn('bank_account', 'text', '5 to 20 digits', digits(5, 20)),
    bankHolder: named('bank_holder', 100, 'required with bank_account'),
    bankCode: optionalColumn('bank_code', 'text', `${bankDigits}; required with bank_account`, digits(3, 3)),
    bankName: named('bank_name', 60, 'required with bank_account'),
    bankBranch: named('bank_branch', 60, 'required with bank_account'),
    bankMethod: optionalColumn(
      'bank_method',
      'word',
      '1 (BNI), 2 (the other bank); required with bank_account',
      oneOf(['1', '2']),
    ),
    vaBni: optionalColumn('va_bni', 'text', '15 digits', digits(15, 15)),
    vaOther: optionalColumn('va_other', 'text', '15 digits', digits(15, 15)),
    vaOtherCode: optionalColumn(
      'va_other_code',
      'text',
      `${bankDigits}; required with va_other`,
      digits(3, 3),
    ),
    vaOtherBank: named('va_other_bank', 60, 'required with va_other'),
    vaHolder: named('va_holder', 100, 'of va_bni and va_other'),
    signer: optionalColumn('signer', 'word', 'PRIVY, XIGNATURE', oneOf(['PRIVY', 'XIGNATURE'])),
    signerId: optionalColumn(
      'signer_id',
      'text',
      '3 to 50 letters and digits; with signer only',
      signerIdCell,
    ),
  },
  checkRow,
}

const nameOf = (field: keyof LenderRow): string => lenderTable.columns[field].name

/** Cells that are there only where another cell says so: what they belong to, and which of them it requires. */
const groups: readonly {
  with: string
  isThere: (row: LenderRow) => boolean
  required: readonly (keyof LenderRow)[]
  allowed: readonly (keyof LenderRow)[]
}[] = [
  {
    with: 'type COMPANY',
    isThere: ({ type }) => type === 'COMPANY',
    required: ['pic'],
    allowed: ['companyEmail', 'picPhone'],
  },
  {
    with: 'type PERSON',
    isThere: ({ type }) => type === 'PERSON',
    required: [],
    allowed: ['birthDate', 'married'],
  },
  {
    with: 'checked_on',
    isThere: ({ checkedOn }) => checkedOn !== null,
    required: ['checkReference'],
    allowed: [],
  },
  {
    with: 'kind',
    isThere: ({ kind }) => kind !== null,
    required: ['evidence'],
    allowed: ['yearlyIncome', 'supervised', 'since', 'validUntil'],
  },
  {
    with: 'tax_status TREATY',
    isThere: ({ taxStatus }) => taxStatus === 'TREATY',
    required: ['treatyRate'],
    allowed: [],
  },
  {
    with: 'bank_account',
    isThere: ({ bankAccount }) => bankAccount !== null,
    required: ['bankHolder', 'bankCode', 'bankName', 'bankBranch', 'bankMethod'],
    allowed: [],
  },
  {
    with: 'va_other',
    isThere: ({ vaOther }) => vaOther !== null,
    required: ['vaOtherCode', 'vaOtherBank'],
    allowed: [],
  },
  {
    with: 'va_bni atau va_other',
    isThere: ({ vaBni, vaOther }) => vaBni !== null || vaOther !== null,
    required: [],
    allowed: ['vaHolder'],
  },
  { with: 'signer', isThere: ({ signer }) => signer !== null, required: [], allowed: ['signerId'] },
]

function checkRow(row: LenderRow): LineRefusal | null {
  const refuse = (field: keyof LenderRow, reason: string): LineRefusal => ({
    reason: `${nameOf(field)} ${reason}`,
    column: nameOf(field),
  })
  for (const group of groups) {
    const isThere = group.isThere(row)
    const missing = isThere && group.required.find((field) => row[field] === null)
    if (missing) return refuse(missing, `kosong: ${group.with} memerlukannya`)
    const idle = !isThere && [...group.required, ...group.allowed].find((field) => row[field] !== null)
    if (idle) return refuse(idle, `terisi tanpa ${group.with}`)
  }
  return null
}
