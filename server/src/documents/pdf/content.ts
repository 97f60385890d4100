import { createHash } from 'node:crypto'
import type { AgreementKind } from './snapshot.ts'

/** A line of a list of facts, such as 'Jumlah pendanaan' and 'Rp5.000.000'. */
export interface Fact {
  label: string
  value: string
}

export interface Party {
  /** The role of the party in the text, e.g. 'Pemberi Dana'. */
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

/** An agreement of a funding as text, without layout. */
export interface AgreementContent extends ContractText {
  kind: AgreementKind
  schedule: ScheduleTable
}

/** A contract as text, without layout: an agreement of a funding, or the mandate to fund automatically. */
export interface ContractText {
  kind: AgreementKind | 'mandate'
  title: string
  number: string
  dateLine: string
  opening: string
  parties: Party[]
  considerations: string[]
  articles: Article[]
  closing: string
  /** The note that a copy shows in place of the signatures; null for a document to be signed. */
  copyNote: string | null
  /** The main terms, repeated beside the signatures. */
  essence: Fact[]
  /** The parties that sign: the lender first, then the other party. */
  signatories: [lender: Party, other: Party]
  /** The signer who signs before the document is shown, if that is not a party; otherwise null. */
  issuer: Party | null
  /** The proof that the other party agreed elsewhere, shown in place of its signature. */
  proof: Fact[]
  schedule: ScheduleTable | null
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

/** The whole contract as plain lines: the form of the text from which the hash is computed. */
export function canonicalText(content: ContractText): string {
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
    ...content.proof.map(factLine),
    ...(schedule === null ? [] : scheduleLines(schedule)),
  ].join('\n')
}

const scheduleLines = ({ heading, note, columns, rows, total }: ScheduleTable): string[] => [
  heading,
  note,
  ...[columns, ...rows, total].map((cells) => cells.join(' | ')),
]

/** SHA-256 of the canonical text in UTF-8, as 64 hexadecimal digits. */
export function textHash(content: ContractText): string {
  return createHash('sha256').update(canonicalText(content), 'utf8').digest('hex')
}
