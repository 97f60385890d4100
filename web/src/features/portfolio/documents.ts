import type { PortfolioItem } from '@pematang/contract/portfolio/endpoints'

/** A document of one row: what the lender reads on the button, and the reference for the download call. */
export type RowDocument = { label: string; url: string; kind: 'agreement' | 'factsheet' }

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
>

const isXignature = ({ dgsignType }: Pick<Agreement, 'dgsignType'>) =>
  dgsignType.toUpperCase() === 'XIGNATURE'

/** True while the agreement can be signed by the lender: XIGNATURE signs on the server and has no signing page. */
export const canSign = (item: Agreement): boolean =>
  !item.isSigned && !isXignature(item) && item.docTokenUrl !== null

/**
 * The documents that a row offers (specification, section 4): with XIGNATURE both agreement files, otherwise the
 * lender's agreement once it is signed; the factsheet wherever there is one.
 */
export function documentsOf(item: Agreement): RowDocument[] {
  const agreements = isXignature(item)
    ? [
        { kind: 'agreement', label: 'Perjanjian Pendanaan', url: item.xignaturePpUrl },
        { kind: 'agreement', label: 'Perjanjian Fasilitas Pendanaan', url: item.xignaturePpfpUrl },
      ]
    : [
        {
          kind: 'agreement',
          label: 'Perjanjian',
          url: item.isSigned ? (item.lenderAgreementUrl ?? item.lenderAgreementFile) : null,
        },
      ]
  return [...agreements, { kind: 'factsheet', label: 'Factsheet', url: item.factsheetUrl }].filter(
    (document): document is RowDocument => Boolean(document.url),
  )
}

/** True between the consent and the agreement's file, which is written after it: for a bulk funding one by one. */
export const isPrepared = (item: Agreement & Pick<PortfolioItem, 'statusName'>): boolean =>
  item.isSigned && item.statusName === 'FUNDED' && !documentsOf(item).some(({ kind }) => kind === 'agreement')
