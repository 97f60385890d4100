const HEADER =
  'loan_no,loan_amnt,funded_amnt,funded_amnt_inv,term,int_rate,installment,grade,sub_grade,emp_title,emp_length,home_ownership,annual_inc,verification_status,issue_d,loan_status,purpose,title,zip_code,addr_state,dti,total_pymnt,total_pymnt_inv,total_rec_prncp,total_rec_int,total_rec_late_fee,recoveries,collection_recovery_fee,last_pymnt_d,last_pymnt_amnt,debt_settlement_flag'

const PURPOSES = [
  'debt_consolidation',
  'credit_card',
  'other',
  'home_improvement',
  'major_purchase',
  'small_business',
  'car',
  'wedding',
  'medical',
  'moving',
  'house',
  'educational',
  'vacation',
  'renewable_energy',
]
const RATES = ['0.11220000000000001', '0.1059', '0.07429999999999999', '0.2459', '0.0542', '0.1']

/** Twenty made-up rows in the shape of the LendingClub file; rows 19 and 20 are outside its credit policy. */
export const FIXTURE: string = [
  HEADER,
  ...Array.from({ length: 20 }, (_, index) => {
    const status = index < 18 ? 'Fully Paid' : 'Does not meet the credit policy. Status:Fully Paid'
    const amount = 500 + index * 1_825
    const subGrade = `${'ABCDEFG'.charAt(index % 7)}${(index % 5) + 1}`
    const title = index === 3 ? '"Roof, ""new"" \u00E9"' : 'Example'
    const purpose = PURPOSES[index % PURPOSES.length]
    const [term, rate] = [index % 3 === 0 ? 60 : 36, RATES[index % RATES.length]]
    return `${index + 1},${amount},${amount},${amount},${term},${rate},1,${subGrade.charAt(0)},${subGrade},example,1 year,RENT,1,Not Verified,2010-01-01,${status},${purpose},${title},000xx,XX,1,1,1,1,1,0,0,0,2011-01-01,1,N`
  }),
  '',
].join('\n')
