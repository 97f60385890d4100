import type { ObjectKind } from '@pematang/contract/staff/fields'
import type { ObjectPage } from '@pematang/contract/staff/objects'
import type { UseQueryResult } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useCall } from '../api/use-call.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { objectWords, paths } from '../paths.ts'
import { ObjectView } from './object-view.tsx'

export function LoanPage() {
  const { id = '' } = useParams()
  return <Screen kind="LOAN" query={useCall('GET /loans/page', { number: id })} />
}

export function PaymentPage() {
  const { id = '' } = useParams()
  return <Screen kind="PAYMENT" query={useCall('GET /payments/page', { reference: id })} />
}

export function WithdrawalPage() {
  const { id = '' } = useParams()
  return <Screen kind="WITHDRAWAL" query={useCall('GET /withdrawals/page', { id })} />
}

const Screen = ({ kind, query }: { kind: ObjectKind; query: UseQueryResult<ObjectPage> }) => (
  <Page
    title={query.data?.title ?? objectWords[kind]}
    lead={objectWords[kind]}
    back={{ to: paths.search, label: 'Cari' }}
  >
    <Loaded query={query} what={objectWords[kind]}>
      {(page) => <ObjectView page={page} />}
    </Loaded>
  </Page>
)
