import type { BusinessDate } from '@pematang/contract/format/business-date'
import { one, type Queryable } from '../../platform/db/database.ts'

/** The business day in Jakarta, by the database's time. */
export async function businessToday(db: Queryable): Promise<BusinessDate> {
  const { today } = await one<{ today: BusinessDate }>(
    db,
    'books.calendar.business_today',
    'select business_day(app_now()) as today',
  )
  return today
}
