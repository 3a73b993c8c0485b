/**
 * A project of REDCap as its export writes one: every type of field, two arms with three events, a repeating instrument, a repeating event,
 * missing data codes, data with awkward texts. Made by hand from the published format.
 */
const FIELDS: readonly { name: string; attributes: string; question: string; list?: string; inside?: string }[] = [
  { name: 'record_id', attributes: 'DataType="text" Length="999" redcap:FieldType="text"', question: 'Study ID' },
  {
    name: 'full_name',
    attributes:
      'DataType="text" Length="999" redcap:FieldType="text" redcap:SectionHeader="Contact" redcap:Identifier="y" redcap:RequiredField="y"',
    question: '姓名',
  },
  { name: 'address', attributes: 'DataType="text" Length="999" redcap:FieldType="textarea" redcap:Identifier="y"', question: 'Address' },
  {
    name: 'email',
    attributes:
      'DataType="text" Length="999" redcap:FieldType="text" redcap:TextValidationType="email" redcap:FieldNote="Work, not private"',
    question: 'E-mail',
  },
  {
    name: 'dob',
    attributes: 'DataType="date" Length="999" redcap:FieldType="text" redcap:TextValidationType="date_ymd" redcap:Identifier="y"',
    question: 'Date of birth',
    inside:
      '<RangeCheck Comparator="GE" SoftHard="Soft"><CheckValue>1920-01-01</CheckValue><ErrorMessage><TranslatedText>Too old</TranslatedText></ErrorMessage></RangeCheck>',
  },
  {
    name: 'seen_at',
    attributes: 'DataType="partialDatetime" Length="999" redcap:FieldType="text" redcap:TextValidationType="datetime_ymd"',
    question: 'Seen at',
  },
  {
    name: 'woke_at',
    attributes: 'DataType="partialTime" Length="999" redcap:FieldType="text" redcap:TextValidationType="time"',
    question: 'Woke at',
  },
  {
    name: 'sex',
    attributes: 'DataType="text" Length="1" redcap:FieldType="radio" redcap:CustomAlignment="RH" redcap:RequiredField="y"',
    question: 'Sex',
    list: '<CodeList OID="sex.choices" Name="sex" DataType="text" redcap:Variable="sex"><CodeListItem CodedValue="0"><Decode><TranslatedText>女</TranslatedText></Decode></CodeListItem><CodeListItem CodedValue="1"><Decode><TranslatedText>男</TranslatedText></Decode></CodeListItem></CodeList>',
  },
  {
    name: 'centre',
    attributes: 'DataType="text" Length="2" redcap:FieldType="select"',
    question: 'Centre',
    list: '<CodeList OID="centre.choices" Name="centre" DataType="text" redcap:Variable="centre"><CodeListItem CodedValue="a"><Decode><TranslatedText>A &amp; B &lt;north&gt;</TranslatedText></Decode></CodeListItem><CodeListItem CodedValue="-9"><Decode><TranslatedText>Unknown, other | none</TranslatedText></Decode></CodeListItem></CodeList>',
  },
  {
    name: 'pregnant',
    attributes: `DataType="boolean" Length="1" redcap:FieldType="yesno" redcap:BranchingLogic="[sex] = '0'"`,
    question: 'Pregnant',
    list: '<CodeList OID="pregnant.choices" Name="pregnant" DataType="boolean" redcap:Variable="pregnant"><CodeListItem CodedValue="1"><Decode><TranslatedText>Yes</TranslatedText></Decode></CodeListItem><CodeListItem CodedValue="0"><Decode><TranslatedText>No</TranslatedText></Decode></CodeListItem></CodeList>',
  },
  {
    name: 'consent',
    attributes: 'DataType="boolean" Length="1" redcap:FieldType="truefalse"',
    question: 'Consent read',
    list: '<CodeList OID="consent.choices" Name="consent" DataType="boolean" redcap:Variable="consent"><CodeListItem CodedValue="1"><Decode><TranslatedText>True</TranslatedText></Decode></CodeListItem><CodeListItem CodedValue="0"><Decode><TranslatedText>False</TranslatedText></Decode></CodeListItem></CodeList>',
  },
  {
    name: 'height',
    attributes: 'DataType="float" Length="999" SignificantDigits="1" redcap:FieldType="text" redcap:TextValidationType="float"',
    question: 'Height (cm)',
    inside:
      '<MeasurementUnitRef MeasurementUnitOID="cm"/><RangeCheck Comparator="GE" SoftHard="Soft"><CheckValue>130</CheckValue></RangeCheck><RangeCheck Comparator="LE" SoftHard="Soft"><CheckValue>215</CheckValue></RangeCheck>',
  },
  {
    name: 'weight',
    attributes: 'DataType="integer" Length="999" redcap:FieldType="text" redcap:TextValidationType="int"',
    question: 'Weight (kg)',
  },
  {
    name: 'bmi',
    attributes: 'DataType="float" Length="999" redcap:FieldType="calc" redcap:Calculation="[weight] * 10000 / ([height] * [height])"',
    question: 'BMI',
  },
  {
    name: 'odd_sum',
    attributes: 'DataType="float" Length="999" redcap:FieldType="calc" redcap:Calculation="[previous-event-name][weight] + 1"',
    question: 'Weight before plus one',
  },
  {
    name: 'mood',
    attributes:
      'DataType="integer" Length="999" redcap:FieldType="slider" redcap:SliderLabels="bad | so so | good" redcap:TextValidationType="number"',
    question: 'Mood',
  },
  { name: 'scan', attributes: 'DataType="text" Length="999" redcap:FieldType="file"', question: 'Scan' },
  {
    name: 'signed',
    attributes: 'DataType="text" Length="999" redcap:FieldType="file" redcap:TextValidationType="signature"',
    question: 'Signature',
  },
  {
    name: 'intro',
    attributes: 'DataType="text" Length="999" redcap:FieldType="descriptive"',
    question: '&lt;b&gt;Read&lt;/b&gt; this first',
  },
  {
    name: 'city',
    attributes: 'DataType="text" Length="999" redcap:FieldType="sql" redcap:FieldAnnotation="@HIDDEN"',
    question: 'City',
  },
  {
    name: 'phone',
    attributes:
      'DataType="text" Length="999" redcap:FieldType="text" redcap:TextValidationType="phone" redcap:MatrixGroupName="contact" redcap:MatrixRanking="n"',
    question: 'Phone&#10;with area code',
  },
]
const BOXES = ['1', '2', '-3'] as const
const BOX = (code: string): string => `symptom___${code.replace('-', '_')}`
const CHOICES = '1, Cough | 2, Fever, chills | -3, None'

const item = ({ name, attributes, question, list, inside = '' }: (typeof FIELDS)[number]): string =>
  `<ItemDef OID="${name}" Name="${name}" ${attributes} redcap:Variable="${name}"><Question><TranslatedText>${question}</TranslatedText></Question>${inside}${list ? `<CodeListRef CodeListOID="${name}.choices"/>` : ''}</ItemDef>`
const boxItem = (code: string): string =>
  `<ItemDef OID="${BOX(code)}" Name="${BOX(code)}" DataType="boolean" Length="1" redcap:Variable="symptom" redcap:FieldType="checkbox"><Question><TranslatedText>Symptoms</TranslatedText></Question><CodeListRef CodeListOID="${BOX(code)}.choices"/></ItemDef>`
const boxList = (code: string): string =>
  `<CodeList OID="${BOX(code)}.choices" Name="${BOX(code)}" DataType="boolean" redcap:Variable="symptom" redcap:CheckboxChoices="${CHOICES}"><CodeListItem CodedValue="1"><Decode><TranslatedText>Checked</TranslatedText></Decode></CodeListItem><CodeListItem CodedValue="0"><Decode><TranslatedText>Unchecked</TranslatedText></Decode></CodeListItem></CodeList>`
const status = (form: string): string =>
  `<ItemDef OID="${form}_complete" Name="${form}_complete" DataType="text" Length="1" redcap:Variable="${form}_complete" redcap:FieldType="select" redcap:SectionHeader="Form Status"><Question><TranslatedText>Complete?</TranslatedText></Question><CodeListRef CodeListOID="${form}_complete.choices"/></ItemDef>`
const statusList = (form: string): string =>
  `<CodeList OID="${form}_complete.choices" Name="${form}_complete" DataType="text" redcap:Variable="${form}_complete"><CodeListItem CodedValue="0"><Decode><TranslatedText>Incomplete</TranslatedText></Decode></CodeListItem><CodeListItem CodedValue="2"><Decode><TranslatedText>Complete</TranslatedText></Decode></CodeListItem></CodeList>`
const form = (name: string, title: string): string =>
  `<FormDef OID="Form.${name}" Name="${title}" Repeating="No" redcap:FormName="${name}"><ItemGroupRef ItemGroupOID="${name}.${name}" Mandatory="No"/><ItemGroupRef ItemGroupOID="${name}.${name}_complete" Mandatory="No"/></FormDef>`
const ref = (oid: string, variable = oid): string => `<ItemRef ItemOID="${oid}" Mandatory="No" redcap:Variable="${variable}"/>`
const group = (name: string, items: readonly string[]): string =>
  `<ItemGroupDef OID="${name}.${name}" Name="${name}" Repeating="No">${items.join('')}</ItemGroupDef><ItemGroupDef OID="${name}.${name}_complete" Name="Form Status" Repeating="No">${ref(`${name}_complete`)}</ItemGroupDef>`
const event = (name: string, title: string, arm: string, day: number, forms: readonly string[]): string =>
  `<StudyEventDef OID="Event.${name}" Name="${title}" Type="Common" Repeating="No" redcap:EventName="${title}" redcap:UniqueEventName="${name}" redcap:ArmNum="${arm === 'Drug' ? 1 : 2}" redcap:ArmName="${arm}" redcap:DayOffset="${day}" redcap:OffsetMin="2" redcap:OffsetMax="3">${forms.map((one) => `<FormRef FormOID="Form.${one}" OrderNumber="1" Mandatory="No" redcap:FormName="${one}"/>`).join('')}</StudyEventDef>`

const META = `<MetaDataVersion OID="Metadata.Demo_2026-11-01_0800" Name="Demo 研究" redcap:RecordIdField="record_id">
<Protocol>${['start_arm_1', 'week_4_arm_1', 'start_arm_2'].map((name, i) => `<StudyEventRef StudyEventOID="Event.${name}" OrderNumber="${i + 1}" Mandatory="No"/>`).join('')}</Protocol>
${event('start_arm_1', 'Start', 'Drug', 1, ['demographics', 'drugs'])}${event('week_4_arm_1', 'Week 4', 'Drug', 28, ['drugs'])}${event('start_arm_2', 'Start', 'Placebo', 1, ['demographics'])}
${form('demographics', 'Demographics')}${form('drugs', '合并用药')}
${group('demographics', [...FIELDS.map(({ name }) => ref(name)), ...BOXES.map((code) => ref(BOX(code), 'symptom'))])}${group('drugs', [ref('drug'), ref('dose')])}
${FIELDS.map(item).join('\n')}${BOXES.map(boxItem).join('')}
<ItemDef OID="drug" Name="drug" DataType="text" Length="999" redcap:Variable="drug" redcap:FieldType="text"><Question><TranslatedText>Drug</TranslatedText></Question></ItemDef>
<ItemDef OID="dose" Name="dose" DataType="text" Length="999" redcap:Variable="dose" redcap:FieldType="text" redcap:TextValidationType="number_2dp"><Question><TranslatedText>Dose</TranslatedText></Question></ItemDef>
${status('demographics')}${status('drugs')}
${FIELDS.map(({ list = '' }) => list).join('')}${BOXES.map(boxList).join('')}${statusList('demographics')}${statusList('drugs')}
</MetaDataVersion>`

const GLOBALS = `<GlobalVariables>
<StudyName>Demo 研究</StudyName><StudyDescription>This file contains the metadata, events, and data.</StudyDescription><ProtocolName>Demo 研究</ProtocolName>
<redcap:RecordAutonumberingEnabled>1</redcap:RecordAutonumberingEnabled><redcap:SurveysEnabled>1</redcap:SurveysEnabled><redcap:Purpose>2</redcap:Purpose>
<redcap:MissingDataCodes>-99, Not asked | NI, No information</redcap:MissingDataCodes>
<redcap:RepeatingInstrumentsAndEvents><redcap:RepeatingInstruments><redcap:RepeatingInstrument redcap:UniqueEventName="start_arm_1" redcap:RepeatInstrument="drugs" redcap:CustomLabel="[drug]"/></redcap:RepeatingInstruments><redcap:RepeatingEvent redcap:UniqueEventName="week_4_arm_1"/></redcap:RepeatingInstrumentsAndEvents>
<redcap:SurveysGroup><redcap:Surveys form_name="demographics" title="Your data"/></redcap:SurveysGroup>
</GlobalVariables><BasicDefinitions><MeasurementUnit OID="cm" Name="cm"><Symbol><TranslatedText xml:lang="en">cm</TranslatedText></Symbol></MeasurementUnit></BasicDefinitions>`

const value = (name: string, text: string): string => `<ItemData ItemOID="${name}" Value="${text}"/>`
const data = (of: string, values: readonly string[], repeat = 1): string =>
  `<FormData FormOID="Form.${of}" FormRepeatKey="${repeat}"><ItemGroupData ItemGroupOID="${of}.${of}" ItemGroupRepeatKey="1">${values.join('')}</ItemGroupData><ItemGroupData ItemGroupOID="${of}.${of}_complete" ItemGroupRepeatKey="1">${value(`${of}_complete`, '2')}</ItemGroupData></FormData>`
const visited = (name: string, inside: readonly string[], repeat = 1): string =>
  `<StudyEventData StudyEventOID="Event.${name}" StudyEventRepeatKey="${repeat}" redcap:UniqueEventName="${name}">${inside.join('')}</StudyEventData>`

const SUBJECTS = `<SubjectData SubjectKey="001" redcap:RecordIdField="record_id">${visited('start_arm_1', [
  data('demographics', [
    value('record_id', '001'),
    value('full_name', '王&quot;小&quot;&lt;二&gt;'),
    value('address', 'Line 1&#10;Line 2&#9;end'),
    value('dob', '1970-02-28'),
    value('sex', '0'),
    value('height', '-99'),
    value('symptom____3', '0'),
    value('symptom___1', '1'),
    value('symptom___2', '1'),
    '<ItemDataBase64Binary ItemOID="scan" redcap:DocName="scan.pdf" redcap:MimeType="application/pdf">QUJD</ItemDataBase64Binary>',
  ]),
  data('drugs', [value('drug', 'aspirin'), value('dose', '0.50')], 1),
  data('drugs', [value('drug', 'β-blocker'), value('dose', '&lt;0.5')], 2),
])}${visited('week_4_arm_1', [data('drugs', [value('drug', 'none')])], 1)}${visited('week_4_arm_1', [data('drugs', [value('drug', 'again')])], 2)}</SubjectData>
<SubjectData SubjectKey="002" redcap:RecordIdField="record_id">${visited('start_arm_2', [data('demographics', [value('record_id', '002'), value('sex', '1')])])}</SubjectData>`

const HEAD = `<?xml version="1.0" encoding="UTF-8" ?>
<ODM xmlns="http://www.cdisc.org/ns/odm/v1.3" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:redcap="https://projectredcap.org" xsi:schemaLocation="http://www.cdisc.org/ns/odm/v1.3 schema/odm/ODM1-3-1.xsd" ODMVersion="1.3.1" FileOID="000-00-0000" FileType="Snapshot" Description="Demo 研究" AsOfDateTime="2026-11-01T08:00:00" CreationDateTime="2026-11-01T08:00:00" SourceSystem="REDCap" SourceSystemVersion="14.6.4">`

export const REDCAP_PROJECT = `${HEAD}
<Study OID="Project.Demo">
${GLOBALS}
${META}
</Study>
<ClinicalData StudyOID="Project.Demo" MetaDataVersionOID="Metadata.Demo_2026-11-01_0800">
${SUBJECTS}
</ClinicalData>
</ODM>`

const audit = (user: string, at: string, reason = ''): string =>
  `<AuditRecord><UserRef UserOID="${user}"/><LocationRef LocationOID="ward-3"/><DateTimeStamp>${at}</DateTimeStamp>${reason ? `<ReasonForChange>${reason}</ReasonForChange>` : ''}</AuditRecord>`
/** The project as a system writes it that knows sites and keeps the story of a value: entered as 1, corrected to 0. */
export const WITH_SITES = REDCAP_PROJECT.replace(
  '</Study>',
  '</Study>\n<AdminData StudyOID="Project.Demo"><User OID="nurse"><LoginName>nurse</LoginName></User><Location OID="ward-3" Name="三病区" LocationType="Site"/></AdminData>',
)
  .replace('<SubjectData SubjectKey="001" redcap:RecordIdField="record_id">', '$&<SiteRef LocationOID="ward-3"/>')
  .replace(
    '<ItemData ItemOID="sex" Value="0"/>',
    `<ItemData ItemOID="sex" TransactionType="Insert" Value="1">${audit('nurse', '2026-01-05T08:00:00+08:00')}</ItemData><ItemData ItemOID="sex" TransactionType="Update" Value="0">${audit('doctor', '2026-01-06T09:30:00+08:00', 'Typed wrongly')}</ItemData>`,
  )
