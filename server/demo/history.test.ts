import { expect, test } from 'vitest'
import { addDays } from '@pematang/contract/format/business-date'
import { toldOn } from './history.ts'

test.each([0, 1, 2, 3, 4, 5, 6])(
  'SRV-01 replayed loan events are entered in order, within a week of their date, and from weekday %i on their day',
  (weekday) => {
    const dailyFrom = addDays('2026-04-12', weekday)
    let before = ''
    for (let day = -20; day <= 5; day += 1) {
      const happened = addDays(dailyFrom, day)
      const booked = toldOn(happened, dailyFrom)
      expect(booked >= before && booked >= happened && booked <= addDays(happened, 6)).toBe(true)
      if (day >= 0) expect(booked).toBe(happened)
      before = booked
    }
  },
)
