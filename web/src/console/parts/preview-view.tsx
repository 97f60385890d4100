import type { Preview } from '@pematang/contract/staff/actions'
import { Bell } from 'lucide-react'
import { ChangeLines } from '../../ui/change-lines.tsx'

/** What an action would do now: before and after, and who is notified. */
export const PreviewView = ({
  preview: { lines, notified },
}: {
  preview: Pick<Preview, 'lines' | 'notified'>
}) => (
  <div className="grid gap-4">
    {lines.length > 0 ? (
      <ChangeLines lines={lines} />
    ) : (
      <p className="text-table text-mute">Tidak ada angka yang berubah.</p>
    )}
    <div className="flex gap-2.5 rounded-control bg-sunken px-3 py-2.5 text-table">
      <Bell size={16} aria-hidden className="mt-0.5 shrink-0 text-mute" />
      {notified.length > 0 ? (
        <ul className="grid min-w-0 gap-1">
          {notified.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      ) : (
        <p className="text-mute">Tidak ada yang diberi tahu.</p>
      )}
    </div>
  </div>
)
