/** The numbers of tournaments, for tests in Python: they need a browser, for its language. */
Object.assign(globalThis, { addEventListener() {} });

const numbers = await import("/page/app/tournament/numbers.js");

export const { FALLING, UNITS, pointsText, valueText } = numbers;
