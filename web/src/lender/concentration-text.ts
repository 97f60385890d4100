import type { Concentration } from '@pematang/contract/funding/concentration/endpoints'

type Part = Concentration['parts'][number]

/** The maximum number of names in one warning; the others are counted. */
const most = 3

const nameOf = ({ kind, name }: Part): string => {
  if (kind === 'BORROWER') return `Penerima Dana ${name}`
  if (kind === 'LOAN_TYPE') return `jenis pinjaman ${name}`
  return name === null ? 'pinjaman tanpa rating' : `rating ${name}`
}

/** The composition of the portfolio after the fundings: the largest part of each kind. */
export function sharesOf({ portfolio, parts }: Concentration): string {
  const borrowers = parts.filter(({ kind }) => kind === 'BORROWER')
  if (portfolio === 0 && borrowers.length === 1)
    return 'Ini pendanaan pertama Anda, jadi seluruh portofolio Anda ada pada satu Penerima Dana. Pendanaan berikutnya pada Penerima Dana lain membaginya.'
  const largest = (['BORROWER', 'LOAN_TYPE', 'GRADE'] as const).flatMap(
    (kind) => parts.find((part) => part.kind === kind) ?? [],
  )
  const named = largest.map((part) => `${nameOf(part)} ${part.share}`)
  return `Bagian dari portofolio Anda setelah pendanaan ini: ${named.join(', ')}.`
}

/**
 * A sentence for each kind with a part above its threshold; none for a first funding, which is always the whole
 * portfolio.
 */
export function concernsOf({ portfolio, parts }: Concentration): string[] {
  if (portfolio === 0 && parts.filter(({ kind }) => kind === 'BORROWER').length === 1) return []
  const above = Map.groupBy(
    parts.filter(({ isAbove }) => isAbove),
    ({ kind }) => kind,
  )
  return [...above.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    if (group.length === 1)
      return `${capital(nameOf(first))} menjadi ${first.share} dari portofolio Anda, di atas ${first.border}%.`
    const named = group.slice(0, most).map(({ name, share }) => `${name ?? 'tanpa rating'} ${share}`)
    const others = group.length - named.length
    const rest = others > 0 ? `, dan ${others} lainnya` : ''
    return `${plural[first.kind]} di atas ${first.border}% dari portofolio Anda: ${named.join(', ')}${rest}.`
  })
}

const plural = { BORROWER: 'Penerima Dana', LOAN_TYPE: 'Jenis pinjaman', GRADE: 'Rating' } as const

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
