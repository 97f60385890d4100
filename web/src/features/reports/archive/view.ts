/** The kinds of documents, in the order of their tabs. */
export const kinds = [
  { value: 'statements', label: 'Rekening Koran' },
  { value: 'confirmations', label: 'Konfirmasi Saldo' },
  { value: 'agreements', label: 'Perjanjian' },
  { value: 'factsheets', label: 'Factsheet' },
  { value: 'votes', label: 'Pemungutan Suara' },
  { value: 'tax', label: 'Pajak' },
] as const
export type DocumentKind = (typeof kinds)[number]['value']

/** The year is four digits or empty for all; `search` is a loan number or a borrower. */
export type DocumentView = { kind: DocumentKind; year: string; search: string }

export const longestSearch = 100

/** Reads the view from any query string, also from an invalid one. */
export function parseView(search: URLSearchParams): DocumentView {
  const kind = kinds.find(({ value }) => value === search.get('kind'))?.value ?? 'statements'
  const year = search.get('year') ?? ''
  const text = (search.get('search') ?? '').trim().slice(0, longestSearch)
  return { kind, year: /^20\d{2}$/.test(year) ? year : '', search: isSearched(kind) ? text : '' }
}

/** Whether documents of this kind can be searched by loan number and borrower. */
export const isSearched = (kind: DocumentKind): boolean => kind === 'agreements' || kind === 'factsheets'

/** The query string of a view, without default values. */
export const queryOf = ({ kind, year, search }: DocumentView) => ({
  kind: kind === 'statements' ? null : kind,
  year,
  search: isSearched(kind) ? search : null,
})
