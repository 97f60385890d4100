import type { NoticeCategory } from '@pematang/contract/lenders/notifications/kinds'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { categories, NoticeCentre, PreferencesForm } from '../features/lenders/notifications/index.ts'
import { paths, withQuery } from '../paths.ts'
import { useAccountDialogs } from '../shell/account-dialogs.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'

const tabs = [
  { to: paths.notifications, label: 'Semua notifikasi' },
  { to: paths.notificationSettings, label: 'Pengaturan' },
]

/** The screen of notifications: all notices of the lender, and the preferences for e-mail and SMS. */
export default function Notifications() {
  const { part } = useParams()
  return (
    <div className="grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
      <h1 className="text-h1 font-bold">Notifikasi</h1>
      <LinkTabs label="Bagian notifikasi" tabs={tabs} />
      {part === 'settings' ? <PreferencesForm /> : <Centre />}
    </div>
  )
}

const isCategory = (text: string | null): text is NoticeCategory => categories.some((each) => each === text)

/** The list of notices, with its filter in the URL. */
function Centre() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { show, dialog } = useAccountDialogs()
  const category = search.get('category')
  return (
    <>
      <NoticeCentre
        filter={{ category: isCategory(category) ? category : '', unread: search.get('unread') === 'true' }}
        onFilter={(filter) => {
          const query = { category: filter.category, unread: filter.unread ? 'true' : '' }
          void navigate(withQuery(paths.notifications, query), { replace: true })
        }}
        onProfile={() => show('profile')}
      />
      {dialog}
    </>
  )
}
