import type { NoticeCategory } from '@pematang/contract/lenders/notifications/kinds'
import type { Answer } from '../../../api/client.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { categoryHints, categoryLabels } from './words.ts'

export type Preferences = Answer<'GET /notification-preferences'>
export type Channel = 'email' | 'sms'

type Props = {
  preferences: Preferences
  onChoice: (category: NoticeCategory, channel: Channel, isChosen: boolean) => void
}

const channels: readonly { channel: Channel; label: string }[] = [
  { channel: 'email', label: 'Email' },
  { channel: 'sms', label: 'SMS' },
]

/** A row for each category with a checkbox for each channel; those of a mandatory category are checked and disabled. */
export function ChannelTable({ preferences, onChoice }: Props) {
  const { categories, canEmail, canSms } = preferences
  const can = { email: canEmail, sms: canSms }
  return (
    <>
      <table className="mt-4 w-full border-collapse text-left">
        <caption className="sr-only">Notifikasi yang dikirim lewat email dan SMS</caption>
        <thead>
          <tr>
            <th scope="col" className="py-2 text-meta font-medium text-mute">
              Jenis
            </th>
            {channels.map(({ channel, label }) => (
              <th
                key={channel}
                scope="col"
                className="w-16 py-2 text-center text-meta font-medium text-mute md:w-24"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((choice) => (
            <tr key={choice.category} className="border-t border-line">
              <th scope="row" className="py-3 pr-3 font-normal">
                <span className="block font-medium">{categoryLabels[choice.category]}</span>
                <span className="block text-table text-mute">
                  {choice.isMandatory
                    ? `${categoryHints[choice.category]} Selalu dikirim.`
                    : categoryHints[choice.category]}
                </span>
              </th>
              {channels.map(({ channel, label }) => (
                <td key={channel}>
                  <Checkbox
                    checked={choice[channel]}
                    disabled={choice.isMandatory || !can[channel]}
                    onChange={(isChosen) => onChoice(choice.category, channel, isChosen)}
                    className="justify-center gap-0!"
                  >
                    <span className="sr-only">{`${categoryLabels[choice.category]} lewat ${label}`}</span>
                  </Checkbox>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!canEmail && (
        <p className="mt-2 text-table text-warn">
          Kami belum dapat mengirim email kepada Anda. Alamat email Anda ada di menu Profil.
        </p>
      )}
      {!canSms && <p className="mt-2 text-table text-warn">Kami belum dapat mengirim SMS kepada Anda.</p>}
    </>
  )
}
