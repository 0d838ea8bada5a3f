/** Amounts and words one after another, which a line ends between and never within. */
export const unbroken = (text: string) =>
  text
    .split(' · ')
    .map((one) => one.replaceAll(' ', '\u00a0'))
    .join(' · ')
