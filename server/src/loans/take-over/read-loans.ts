import { SeenLines } from '../../platform/csv/seen-lines.ts'
import { readTable, type TableLine } from '../../platform/csv/table.ts'
import type { FileOptions } from '../../operator/files/index.ts'
import { otherOpening, type PartRow, takeOverTable } from './table.ts'
import type { TakeOverLoan } from './take-over.ts'

/** Maximum lender parts of a loan, because all of them are read into memory. */
const maxParts = 20_000

/** The lines of one loan of a take-over file, all of them accepted. */
export type LoanLines = { loanNumber: string; lines: number[]; parts: PartRow[] }

export type Refuse = (lines: readonly number[], reason: string) => void

/** Counts refused lines and passes them on. */
export const refuserOf =
  (report: { refused: number }, { onRefused }: Pick<FileOptions, 'onRefused'>): Refuse =>
  (lines, reason) => {
    report.refused += lines.length
    for (const line of lines) onRefused?.({ line, reason })
  }

export const leftBecauseOf = (line: number): string => `seluruh pinjaman dilewati karena baris ${line}`

/**
 * Reads a take-over file and yields its loans, the lines of each of which must be adjacent. A loan with a refused line is
 * refused as a whole, as is one that is named again with other lines.
 * @throws CsvFileError when the file as a whole is not a take-over file
 */
export async function* readLoans(
  input: AsyncIterable<Uint8Array | string>,
  options: FileOptions,
  report: { lines: number },
  refuse: Refuse,
): AsyncGenerator<LoanLines> {
  const seen = new SeenLines()
  for await (const group of groups(input, options, report, refuse)) {
    const { loanNumber, bad, lines, parts } = group
    const before = namedBefore(group, seen)
    if (bad !== null) refuse(lines, leftBecauseOf(bad))
    else if (before !== null) refuse(lines, before)
    else if (loanNumber !== null) yield { loanNumber, lines, parts }
  }
}

/** The accepted lines of one loan; `bad` is the number of its first refused line. */
type Group = { loanNumber: string | null; lines: number[]; parts: PartRow[]; bad: number | null }

/** Why a loan that also occurs earlier in the file is refused; null if it does not, or has the same content there. */
function namedBefore({ loanNumber, lines, parts }: Group, seen: SeenLines): string | null {
  if (loanNumber === null || seen.see(loanNumber, JSON.stringify(parts), lines[0]) !== 'other') return null
  return `loan_number ${loanNumber} juga disebut di baris ${seen.lineOf(loanNumber)}: baris-baris satu pinjaman harus berurutan`
}

/** The accepted lines of each loan, in file order; a refused line is reported and makes its loan refused. */
async function* groups(
  input: AsyncIterable<Uint8Array | string>,
  options: FileOptions,
  report: { lines: number },
  refuse: Refuse,
): AsyncGenerator<Group> {
  let group: Group = { loanNumber: null, lines: [], parts: [], bad: null }
  const agreements = new SeenLines()
  for await (const batch of readTable(input, takeOverTable, options)) {
    for (const item of batch) {
      report.lines += 1
      if ('row' in item && item.row.loanNumber !== group.loanNumber) {
        if (group.lines.length > 0) yield group
        group = { loanNumber: item.row.loanNumber, lines: [], parts: [], bad: null }
      }
      add(group, item, agreements, refuse)
    }
  }
  if (group.lines.length > 0) yield group
}

function add(group: Group, item: TableLine<PartRow>, agreements: SeenLines, refuse: Refuse): void {
  const reason = whyNot(group, item, agreements)
  if (reason !== null) {
    refuse([item.line], reason)
    group.bad ??= item.line
  } else if ('row' in item) {
    group.lines.push(item.line)
    group.parts.push(item.row)
  }
}

/** Why a line is refused as one lender's share of its loan, by itself or with the earlier lines; null if accepted. */
function whyNot({ parts, lines }: Group, item: TableLine<PartRow>, agreements: SeenLines): string | null {
  if ('refused' in item) return item.refused.reason
  if (parts.length === maxParts) return `pinjaman memiliki lebih dari ${maxParts} bagian`
  const [first] = parts
  const other = first ? otherOpening(item.row, first) : null
  if (other !== null) return `${other} berbeda dari baris ${lines[0]} pinjaman yang sama`
  const { agreementReference, loanNumber } = item.row
  const isOfLoan = parts.some((part) => part.agreementReference === agreementReference)
  const isOfOther = agreements.see(agreementReference, loanNumber, item.line) === 'other'
  return isOfLoan || isOfOther
    ? `agreement_reference ${agreementReference} juga disebut di baris ${agreements.lineOf(agreementReference)}`
    : null
}

export function asLoan({ loanNumber, parts }: LoanLines): TakeOverLoan {
  const { asOf = null, disbursedOn = null, daysLate = null } = parts[0] ?? {}
  const opened = asOf !== null && disbursedOn !== null && daysLate !== null
  return {
    loanNumber,
    parts: parts.map(({ lenderPhone, amount, signedOn, agreementReference, agreementSha256, ...left }) => ({
      lenderPhone,
      amount,
      signedOn,
      agreement: { reference: agreementReference, sha256: agreementSha256 },
      ...(opened
        ? {
            opening: {
              principalLeft: left.principalLeft ?? 0,
              interestDue: left.interestDue ?? 0,
              ...(left.principalAhead === null ? {} : { principalAhead: left.principalAhead }),
              ...(left.interestAhead === null ? {} : { interestAhead: left.interestAhead }),
            },
          }
        : {}),
    })),
    ...(opened ? { opening: { asOf, disbursedOn, daysLate } } : {}),
  }
}
