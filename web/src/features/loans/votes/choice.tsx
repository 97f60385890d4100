import { formatDateTimeLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../../company/member.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { toastPartMissing } from '../../../ui/part-missing.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { Vote } from './queries.ts'
import { choiceText, endOf, percentVoted, ruleText, votedText } from './words.ts'

const CastDialog = lazyPart(() => import('./cast-dialog.tsx').then((module) => module.CastDialog))

/** Where a vote stands, and the lender's own choice. */
export function Choice({ vote }: { vote: Vote }) {
  const [asked, setAsked] = useState<boolean | null>(null)
  const isOpen = vote.state === 'OPEN'
  const may = useMay('FUNDING')
  return (
    <Card aria-labelledby="suara" className="grid content-start gap-4 p-5 lg:sticky lg:top-20">
      <div>
        <h2 id="suara" className="text-section font-semibold">
          Suara Anda
        </h2>
        <p className="mt-1 text-table text-mute">
          {isOpen ? (
            <>
              Paling lambat <strong className="text-ink">{formatDateTimeLong(vote.endsAt)}</strong>. Dihitung
              menurut sisa pokok Anda, {formatRupiah(vote.weight)}.
            </>
          ) : (
            endOf(vote)
          )}
        </p>
      </div>
      <p aria-live="polite" className="font-semibold">
        {vote.agrees === null
          ? isOpen
            ? 'Anda belum bersuara.'
            : 'Anda tidak bersuara.'
          : `Anda memilih: ${choiceText(vote.agrees)}`}
      </p>
      {isOpen && may && (
        <>
          <div className="grid grid-cols-2 gap-3">
            <ChoiceButton agrees vote={vote} onAsk={setAsked} />
            <ChoiceButton agrees={false} vote={vote} onAsk={setAsked} />
          </div>
          <p className="text-table text-mute">
            {vote.agrees === null
              ? 'Bila Anda tidak bersuara, Anda tidak dianggap setuju.'
              : 'Pilihan ini masih dapat Anda ubah sampai batas waktunya.'}
          </p>
        </>
      )}
      <div className="grid gap-2 border-t border-line pt-4 text-table">
        <p className="flex flex-wrap justify-between gap-x-3">
          <span className="font-medium">Sudah bersuara</span>
          <span className="text-mute">{votedText(vote)}</span>
        </p>
        <ProgressBar percent={percentVoted(vote)} label="Sisa pokok yang sudah bersuara" />
        <p className="text-mute">{ruleText(vote)}</p>
        {vote.call === 2 && (
          <p className="text-mute">
            Ini panggilan kedua: panggilan pertama tidak mencapai kuorum. Suara yang sudah diberikan tetap
            dihitung.
          </p>
        )}
      </div>
      {asked !== null && (
        <Part
          notLoaded={() => null}
          onNotLoaded={() => {
            setAsked(null)
            toastPartMissing()
          }}
        >
          <CastDialog vote={vote} agrees={asked} onClosed={() => setAsked(null)} />
        </Part>
      )}
    </Card>
  )
}

type ChoiceProps = { agrees: boolean; vote: Vote; onAsk: (agrees: boolean) => void }

/** Both choices look alike: neither is recommended. */
const ChoiceButton = ({ agrees, vote, onAsk }: ChoiceProps) => (
  <Button
    variant={vote.agrees === agrees ? 'primary' : 'secondary'}
    className="px-3!"
    aria-pressed={vote.agrees === agrees}
    icon={agrees ? <Check aria-hidden className="size-4" /> : <X aria-hidden className="size-4" />}
    onPointerEnter={() => void CastDialog.preload()}
    onFocus={() => void CastDialog.preload()}
    onClick={() => onAsk(agrees)}
  >
    {choiceText(agrees)}
  </Button>
)
