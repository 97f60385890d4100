import type { Action } from '@pematang/contract/staff/actions'
import { useLocation, useParams } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useCall } from '../api/use-call.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { useMay } from '../session/me.ts'
import { ActionForm } from './action-form.tsx'
import type { ActionState } from './action-state.ts'

/** An action of the registry as a form. */
export function ActionPage() {
  const { name = '' } = useParams()
  const { state, key } = useLocation() as { state: ActionState | null; key: string }
  const { input = {}, from } = state ?? {}
  const query = useCall('GET /actions')
  const mayPropose = useMay('WORK')
  const action = query.data?.actions.find((one) => one.name === name)
  return (
    <Page
      title={action?.title ?? 'Tindakan'}
      lead={action?.does}
      back={from ?? { to: paths.today, label: 'Hari ini' }}
    >
      <Loaded query={query} what="Tindakan">
        {() => shown(action)}
      </Loaded>
    </Page>
  )

  function shown(found: Action | undefined) {
    if (!mayPropose)
      return (
        <EmptyState picture="list" title="Anda tidak berwenang mengajukan">
          Tindakan ini memerlukan wewenang mengajukan. Minta rekan yang mengurus staf.
        </EmptyState>
      )
    if (!found)
      return (
        <EmptyState picture="filter" title="Tindakan tidak ditemukan">
          Cari tindakan dengan Ctrl K.
        </EmptyState>
      )
    return <ActionForm key={`${name} ${key}`} action={found} given={input} {...(from && { from })} />
  }
}
