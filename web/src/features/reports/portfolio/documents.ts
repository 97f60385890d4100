import type { PortfolioItem } from '@pematang/contract/reports/portfolio/endpoints'

/** A document of one row: the label of its button, and the reference for the download call. */
export type RowDocument = {
  label: string
  url: string
  kind: 'agreement' | 'factsheet' | 'addendum' | 'transfer'
}

type Agreement = Pick<
  PortfolioItem,
  | 'isSigned'
  | 'dgsignType'
  | 'docTokenUrl'
  | 'lenderAgreementUrl'
  | 'lenderAgreementFile'
  | 'xignaturePpUrl'
  | 'xignaturePpfpUrl'
  | 'factsheetUrl'
  | 'addendumUrl'
  | 'transferUrl'
>

const isXignature = ({ dgsignType }: Pick<Agreement, 'dgsignType'>) =>
  dgsignType.toUpperCase() === 'XIGNATURE'

/** True while the lender can sign the agreement: XIGNATURE signs on the server and has no signing page. */
export const canSign = (item: Agreement): boolean =>
  !item.isSigned && !isXignature(item) && item.docTokenUrl !== null

/** True for an unsigned agreement whose loan was cancelled, until its money is refunded. */
export const isBeingCancelled = (item: Pick<Agreement, 'isSigned' | 'docTokenUrl'>): boolean =>
  !item.isSigned && item.docTokenUrl === null

/**
 * The documents of a row (specification, section 4): both agreement files, signed once they exist and otherwise
 * unsigned, the addendum on which the lenders voted, the one of a transfer, and the factsheet if there is one. A loan taken over from another system may have a single agreement file.
 */
export function documentsOf(item: Agreement): RowDocument[] {
  const signed = item.isSigned ? (item.lenderAgreementUrl ?? item.lenderAgreementFile) : null
  const pp = item.xignaturePpUrl ?? signed
  const ppfp = item.xignaturePpfpUrl
  return [
    { kind: 'agreement', label: ppfp ? 'Perjanjian Pendanaan' : 'Perjanjian', url: pp },
    { kind: 'agreement', label: 'Perjanjian Fasilitas Pendanaan', url: ppfp },
    { kind: 'addendum', label: 'Addendum', url: item.addendumUrl },
    { kind: 'transfer', label: 'Addendum Pengalihan', url: item.transferUrl },
    { kind: 'factsheet', label: 'Factsheet', url: item.factsheetUrl },
  ].filter((document): document is RowDocument => Boolean(document.url))
}

/**
 * True between the consent and the creation of the agreement's file. A bulk funding creates its files one by one; for a
 * loan taken over from another system none is created.
 */
export const isPrepared = (item: Agreement & Pick<PortfolioItem, 'statusName' | 'isTakenOver'>): boolean =>
  item.isSigned &&
  item.statusName === 'FUNDED' &&
  !item.isTakenOver &&
  !documentsOf(item).some(({ kind }) => kind === 'agreement')
