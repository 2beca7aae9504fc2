/** Questions of the participant, matched like the patterns of `cues`. English, Spanish, German, French, Portuguese, Japanese. */

/** “Can you repeat the question?”, “What do you mean?” */
export const repeatPatterns = [
  /^(sorry |excuse me |pardon |please |hmm+ )*(can|could|would|will) you (please )?(repeat|rephrase|reword|explain|clarify)( (that|this|it|the question|your question|the last question))?( again| please| for me)*$/,
  /^(sorry |excuse me |pardon |please )*(can|could|would) you (please )?(say|ask)( me)? (that|this|it|the question) (again|once more|one more time)( please)?$/,
  /^(please )?(repeat|rephrase) (that|it|the question|your question)( please| again)*$|^(sorry )?what (was|is) (the|your) (last )?question( again)?$|^(sorry )?what do you mean( by (that|this))?$/,
  /^(sorry )?i (do not|don't|dont|didn't|did not) (really |quite )?(understand|get) (the|your|this|that) question$|^(i beg your )?pardon$|^why (do|are) you ask(ing)?( me)?( that| this)?$/,
  /^(perdón |perdona |perdone |disculpe |por favor )*(me )?(puede|puedes|podría|podrías) (repetir|repetirme|repetirlo|explicar|explicarme|explicarlo|aclarar|reformular)( (eso|la pregunta|su pregunta|tu pregunta))?( otra vez| de nuevo| por favor)*$/,
  /^(perdón )?(cuál|cual) (era|es|fue) la pregunta$|^no (entiendo|entendí|he entendido) la pregunta$|^qué quieres? decir( con eso)?$|^(repita|repite) la pregunta( por favor)?$/,
  /^(entschuldigung |sorry |bitte )*(können|könnten|kannst|könntest) (sie|du) (bitte |mir )*(die frage |das |ihre frage |deine frage )?(bitte )?(noch ?mal |noch einmal |nochmals )?(bitte )?(wiederholen|erklären|erläutern|umformulieren)( bitte)?$/,
  /^(wie|was) (war|lautet|lautete|ist) (noch ?mal |noch einmal )?die frage( noch ?mal)?$|^was (meinen sie|meinst du)( damit)?$|^ich (verstehe die frage nicht|habe die frage nicht verstanden)$|^(bitte )?(die frage )?(noch ?mal|noch einmal)( bitte)?$|^wie bitte$/,
  /^(pardon |désolée? |excusez-moi |s'il (vous|te) plaît )*(est-ce que )?(vous |tu )?(pouvez|pourriez|peux|pourrais)([- ](vous|tu))? (me )?(répéter|reformuler|expliquer|préciser)( (ça|cela|la question|votre question))?( encore une fois| à nouveau| s'il (vous|te) plaît)*$/,
  /^quelle (était|est) la question( déjà)?$|^c'(était|est) quoi la question( déjà)?$|^je (ne )?comprends pas (la|votre) question$|^je n'ai pas compris (la|votre) question$|^que voulez-vous dire( par là)?$|^répétez la question( s'il vous plaît)?$/,
  /^(desculpe |perdão |por favor )*(você )?(pode|poderia|podes) (por favor )?(me )?(repetir|explicar|esclarecer|reformular)(-me)?( (isso|a pergunta|a sua pergunta|sua pergunta))?( de novo| outra vez| novamente| por favor)*$/,
  /^qual (era|é|foi) (mesmo )?a pergunta( mesmo)?$|^não (entendi|entendo|percebi|compreendi) a pergunta$|^o que (você )?(quer|quis) dizer( com isso)?$|^(repita|repete) a pergunta( por favor)?$/,
  /^(すみません ?)?(質問を ?)?(もう一度|もう一回) ?(質問を)?(お願いします|お願いできますか|言ってください|言ってもらえますか|教えてください|繰り返してください)?$|^質問(は何でしたか|の意味が(わか|分か)りません|を繰り返して(ください|もらえますか|いただけますか))$|^どういう意味ですか$/,
];

/** “Who will read this?”, “What happens to my answers?” */
export const readersPatterns = [
  /^(and |so |but |sorry )*who (will|can|would|is going to|gets to|else will|else can) (read|see|get|hear|use|have access to) (this|that|it|these|them|my (answers?|data|responses?)|what i (say|write|said|wrote))$/,
  /^(and |so |but |sorry )*who (reads|sees|gets) (this|that|it|these|my (answers?|data|responses?))$|^what (happens|will happen) (to|with) my (answers|data|responses)$|^where do my (answers|data|responses) go$|^is (this|it) (anonymous|confidential)$/,
  /^(y )?qui[eé]n(es)? (va a leer|van a leer|puede leer|pueden leer|lee|leen|leerá|leerán|va a ver|puede ver|ve|verá) (esto|eso|mis (respuestas|datos)|lo que (digo|escribo))$|^qué (pasa|pasará) con mis (respuestas|datos)$|^(esto )?es (anónimo|confidencial)$/,
  /^(und )?wer (liest|sieht|bekommt) (das|dies|meine (antworten?|daten))( hier| alles| eigentlich| später| denn)*$|^(und )?wer (wird|kann|darf) (das|dies|meine (antworten?|daten))( hier| alles| eigentlich| später| denn)* (lesen|sehen)$|^was (passiert|geschieht) mit meinen (antworten|daten)$|^ist das (hier )?(anonym|vertraulich)$/,
  /^(et )?qui (va lire|peut lire|lit|lira|va voir|peut voir|voit|verra) (ça|cela|ceci|mes (réponses|données)|ce que (je dis|j'écris))$|^que deviennent mes (réponses|données)$|^(c'est|est-ce que c'est|est-ce) (anonyme|confidentiel)$/,
  /^(e )?quem (vai ler|pode ler|lê|lerá|vai ver|pode ver|vê|verá) (isto|isso|(as )?minhas respostas|(os )?meus dados|o que (eu )?(digo|escrevo))$|^o que acontece com (as )?minhas respostas$|^(isto |isso )?é (anónimo|anônimo|confidencial)$/,
  /^(これは?|回答は|私の回答は)? ?(誰|だれ)が ?(これを|回答を|私の回答を)?(読みますか|読むのですか|読むんですか|読むの|見ますか|見るのですか|見るんですか|見るの)$/,
];
