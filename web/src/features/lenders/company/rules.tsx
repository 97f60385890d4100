import { ruleSubjects } from '@pematang/contract/lenders/company/rules'
import { useState } from 'react'
import { useMay } from '../../../company/member.ts'
import type { Company } from '../../../company/use-company.ts'
import { subjectWords } from '../../../company/words.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { Money } from '../../../ui/money.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { factorDayText } from './rule-words.ts'
import { toastPartMissing } from '../../../ui/part-missing.tsx'
import { Section } from '../../../ui/section.tsx'
import { Table } from '../../../ui/table.tsx'

const RulesDialog = lazyPart(() => import('./rules-dialog.tsx').then((module) => module.RulesDialog))

/** What needs a decision of others, from which sum, of how many, how long they have, and from when two steps are required. */
export function Rules({ rules, people, factorFrom }: Pick<Company, 'rules' | 'people' | 'factorFrom'>) {
  const [changing, setChanging] = useState(false)
  const may = useMay('PEOPLE')
  const rows = ruleSubjects.map((subject) => ({
    subject,
    rule: rules.find((one) => one.subject === subject),
  }))
  return (
    <div className="grid gap-4">
      <Section
        title="Aturan persetujuan"
        flush
        aside={
          may && (
            <Button
              variant="secondary"
              aria-haspopup="dialog"
              className="my-1.5"
              onPointerEnter={() => void RulesDialog.preload()}
              onFocus={() => void RulesDialog.preload()}
              onClick={() => setChanging(true)}
            >
              Ubah aturan
            </Button>
          )
        }
      >
        <Table
          caption="Aturan persetujuan"
          rows={rows}
          keyOf={({ subject }) => subject}
          columns={[
            {
              label: 'Untuk',
              isName: true,
              cell: ({ subject }) => (
                <>
                  <span className="block">{subjectWords[subject].name}</span>
                  <span className="block font-normal text-mute">{subjectWords[subject].does}</span>
                </>
              ),
            },
            {
              label: 'Persetujuan',
              cell: ({ rule }) =>
                rule ? `${rule.deciders} orang` : <span className="text-mute">Tidak diminta</span>,
            },
            {
              label: 'Mulai jumlah',
              cell: ({ rule }) =>
                !rule ? '–' : rule.from === null ? 'Setiap kali' : <Money amount={rule.from} />,
            },
            { label: 'Batas waktu', cell: ({ rule }) => (rule ? `${rule.hours} jam` : '–') },
          ]}
        />
      </Section>
      <Section title="Verifikasi dua langkah">
        <p className="text-table">{factorDayText(factorFrom)}</p>
      </Section>
      <Notice tone="idle">
        {people.length > 1
          ? 'Jumlah seorang pengusul selama 24 jam dihitung bersama. Tidak seorang pun memutuskan usulannya sendiri. Mengubah aturan diputuskan menurut aturan yang lama.'
          : 'Selama Anda satu-satunya anggota, tidak ada yang memerlukan persetujuan. Undang anggota lebih dahulu.'}
      </Notice>
      {changing && (
        <Part
          notLoaded={() => null}
          onNotLoaded={() => {
            setChanging(false)
            toastPartMissing()
          }}
        >
          <RulesDialog rules={rules} factorFrom={factorFrom} onClosed={() => setChanging(false)} />
        </Part>
      )}
    </div>
  )
}
