import { businessDateOf } from '@pematang/contract/format/business-date'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '../api/server-time.ts'
import { TaxView } from '../features/cash/tax/index.ts'

/** The screen Pajak, for the year in the URL or the current year. */
export default function Tax() {
  const [search, setSearch] = useSearchParams()
  const [thisYear] = useState(() => Number(businessDateOf(serverNow()).slice(0, 4)))
  const asked = search.get('year') ?? ''
  const year = /^20\d\d$/.test(asked) ? Math.min(Number(asked), thisYear) : thisYear
  return (
    <TaxView
      year={year}
      onYear={(next) => setSearch(next === thisYear ? {} : { year: String(next) }, { replace: true })}
    />
  )
}
