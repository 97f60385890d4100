import { createHash } from 'node:crypto'
import type { AgreementKind } from './snapshot.ts'

/** A line of a list of facts, such as 'Jumlah pendanaan' and 'Rp5.000.000'. */
export interface Fact {
  label: string
  value: string
}

export interface Party {
  /** what the text calls them, e.g. 'Pemberi Dana' */
  role: string
  name: string
  facts: Fact[]
}

/** One numbered paragraph (ayat) of an article, with lettered points or facts under it. */
export interface Clause {
  text: string
  points?: string[]
  facts?: Fact[]
}

/** Pasal. */
export interface Article {
  heading: string
  clauses: Clause[]
}

export interface ScheduleTable {
  heading: string
  note: string
  columns: string[]
  rows: string[][]
  total: string[]
}

/** An agreement as text, before any thought of pages. */
export interface AgreementContent {
  kind: AgreementKind
  title: string
  number: string
  dateLine: string
  opening: string
  parties: Party[]
  considerations: string[]
  articles: Article[]
  closing: string
  /** what a copy says in place of the signatures; null for what is to be signed */
  copyNote: string | null
  /** what is said once more beside the signatures */
  essence: Fact[]
  /** the lender signs first, the other party beside them */
  signatories: [lender: Party, other: Party]
  schedule: ScheduleTable
}

const factLine = ({ label, value }: Fact) => `${label}: ${value}`

function articleLines({ heading, clauses }: Article, index: number): string[] {
  return [
    `Pasal ${index + 1} ${heading}`,
    ...clauses.flatMap((clause, at) => [
      `(${at + 1}) ${clause.text}`,
      ...(clause.points ?? []).map((point, nth) => `${letter(nth)}. ${point}`),
      ...(clause.facts ?? []).map(factLine),
    ]),
  ]
}

/** The letter of a point: a, b, c ... */
export function letter(index: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + index)
}

/** The whole agreement as plain lines: the one form of the text that its hash is taken of. */
export function canonicalText(content: AgreementContent): string {
  const { schedule } = content
  const partyLines = ({ role, name, facts }: Party) => [`${role}: ${name}`, ...facts.map(factLine)]
  return [
    content.title,
    content.number,
    content.dateLine,
    content.opening,
    ...content.parties.flatMap(partyLines),
    ...content.considerations.map((text, index) => `${letter(index)}. ${text}`),
    ...content.articles.flatMap(articleLines),
    content.closing,
    ...(content.copyNote === null ? [] : [content.copyNote]),
    ...content.essence.map(factLine),
    ...content.signatories.flatMap(partyLines),
    schedule.heading,
    schedule.note,
    ...[schedule.columns, ...schedule.rows, schedule.total].map((cells) => cells.join(' | ')),
  ].join('\n')
}

/** SHA-256 of the canonical text in UTF-8, as 64 hexadecimal digits. */
export function textHash(content: AgreementContent): string {
  return createHash('sha256').update(canonicalText(content), 'utf8').digest('hex')
}
