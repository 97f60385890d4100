import { lenderTable } from '../src/lenders/testing.ts'
import { columnsOf } from '../src/platform/csv/table.ts'

/** The cells of a line of a lender file, by column; a missing one is empty. */
export type Cells = Record<string, string>
/** The columns of a lender file. */
export const lenderColumns = columnsOf(lenderTable).map(({ name }) => name)

let people = 0
/** The next number that no other line of these tests has. */
const next = () => String((people += 1)).padStart(4, '0')

/** A person with everything that a line can say. */
export function aPerson(changes: Cells = {}): Cells {
  const n = next()
  return {
    ...{ phone: `8560000${n}`, type: 'PERSON', name: `Sri ${n}`, email: `sri${n}@contoh.example` },
    ...{ kind: 'INDIVIDUAL', yearly_income: '400000000', evidence: `SPT ${n}`, valid_until: '2099-12-31' },
    ...{ birth_date: '1989-08-17', married: 'YES', checked_on: '2026-01-15', check_reference: `e-KYC ${n}` },
    ...{ tax_number: `317401170890${n}`, tax_status: 'DOMESTIC' },
    ...{ bank_account: `01234${n}`, bank_holder: `Sri ${n}`, bank_code: '009', bank_name: 'BNI' },
    ...{ bank_branch: 'Jakarta', bank_method: '1', va_bni: `98800000000${n}` },
    ...{ signer: 'PRIVY', signer_id: `SRI${n}` },
    ...changes,
  }
}

/** A company with a person in charge, a treaty and a virtual account at the other bank. */
export function aCompany(changes: Cells = {}): Cells {
  const n = next()
  return {
    ...{ phone: `8570000${n}`, type: 'COMPANY', name: `PT Bumi ${n}`, email: `dana${n}@contoh.example` },
    ...{ pic: 'Bagas Adiwangsa', pic_phone: '81290001234', company_email: `kantor${n}@contoh.example` },
    ...{ kind: 'INSTITUTION', supervised: 'YES', since: '2025-01-02', evidence: 'OJK KEP-7/2026' },
    ...{ tax_status: 'TREATY', treaty_rate: '0.1', signer: 'XIGNATURE' },
    ...{
      va_other: `77700000000${n}`,
      va_other_code: '014',
      va_other_bank: 'Bank Kedua',
      va_holder: 'PT Bumi',
    },
    ...changes,
  }
}

const quoted = (cell: string) => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
/** Lines as a lender file. */
export const written = (
  lines: readonly Cells[],
  names: readonly string[] = lenderColumns,
  between = ',',
): string =>
  [names, ...lines.map((line) => names.map((name) => quoted(line[name] ?? '')))]
    .map((cells) => `${cells.join(between)}\n`)
    .join('')
